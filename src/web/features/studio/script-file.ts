/** For the file picker. */
export const scriptAccept = '.txt,.srt,.vtt,text/plain,text/vtt,application/x-subrip';

const scriptNames = /\.(?:txt|srt|vtt)$/i;

/** Whether a file is meant as a script or as subtitles, by what can be said without reading it. */
export function isScriptFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return scriptNames.test(name) || type === 'text/plain' || type === 'text/vtt';
}
