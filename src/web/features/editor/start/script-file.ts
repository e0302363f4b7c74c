/** For the file picker. */
export const scriptAccept =
  '.benshi.json,.json,.txt,.md,.csv,.tsv,.srt,.vtt,.ass,.ssa,.sbv,.sub,.ttml,.dfxp,.xml,.lrc,text/plain,text/vtt,application/x-subrip';

const projectNames = /\.benshi\.json$/i;
const scriptNames = /\.(?:txt|md|csv|tsv|srt|vtt|ass|ssa|sbv|sub|ttml|dfxp|xml|lrc)$/i;

export function isProjectFile({ name }: Pick<File, 'name'>): boolean {
  return projectNames.test(name);
}

export function isSubtitleFile({ name }: Pick<File, 'name'>): boolean {
  return /\.(?:srt|vtt)$/i.test(name);
}

/** Whether a file is meant as a script, as subtitles or as a project, by what can be said without reading it. */
export function isScriptFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return isProjectFile({ name }) || scriptNames.test(name) || type === 'text/plain' || type === 'text/vtt';
}
