/** For the file picker. */
export const scriptAccept =
  '.txt,.srt,.vtt,.ass,.ssa,.sbv,.ttml,.dfxp,.lrc,text/plain,text/vtt,application/x-subrip';

const scriptNames = /\.(?:txt|srt|vtt|ass|ssa|sbv|ttml|dfxp|lrc)$/i;

/** Whether a file is meant as a script or as subtitles, by what can be said without reading it. */
export function isScriptFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return scriptNames.test(name) || type === 'text/plain' || type === 'text/vtt';
}
