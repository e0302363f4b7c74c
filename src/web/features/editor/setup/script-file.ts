/** For the file picker. */
export const scriptAccept =
  '.benshi.json,.json,.txt,.md,.csv,.tsv,.srt,.vtt,.ass,.ssa,.sbv,.sub,.ttml,.dfxp,.xml,.lrc,text/plain,text/vtt,application/x-subrip';

const projectNames = /\.benshi\.json$/i;
const scriptNames = /\.(?:txt|md|csv|tsv|srt|vtt|ass|ssa|sbv|sub|ttml|dfxp|xml|lrc)$/i;

/** Whether a file is a project that was exported here or written by the command line, by its name. */
export function isProjectFile({ name }: Pick<File, 'name'>): boolean {
  return projectNames.test(name);
}

/** Whether a file is subtitles, by its name. */
export function isSubtitleFile({ name }: Pick<File, 'name'>): boolean {
  return /\.(?:srt|vtt)$/i.test(name);
}

/** Whether a file is meant as a script, as subtitles or as a project, by what can be said without reading it. */
export function isScriptFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return isProjectFile({ name }) || scriptNames.test(name) || type === 'text/plain' || type === 'text/vtt';
}
