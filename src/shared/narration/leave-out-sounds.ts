/** Music, `[door creaks]`, and in round brackets what is no part of a sentence: alone, at the start, after a name or a sentence. */
const sounds =
  /[♪♫][^♪♫\n]*(?:[♪♫]+|$)|\[[^[\]\n]{1,200}\]|［[^［］\n]{1,200}］|(?<=^|[.!?…:\n-] ?)\((?=[\p{Ll}\p{Lo}]|\p{Lu}[\p{Lu} '-]+\))[^()\n\d]{1,60}\)|（[^（）\n\d]{1,60}）/gu;
/** What is left of a row that only named who makes a sound. */
const nothing = /^[\s\p{P}♪♫]*$/u;

/**
 * Leaves the sounds of subtitles for people who do not hear out of what is spoken.
 * @returns the texts, empty where nothing else was in them; all as they are where nothing would be left
 */
export function leaveOutSounds(texts: readonly string[]): {
  readonly texts: readonly string[];
  readonly sounds: readonly string[];
} {
  const found: string[] = [];
  const kept = texts.map(text => {
    const rest = text.replace(sounds, sound => {
      found.push(sound.trim());
      return ' ';
    });
    if (rest === text) return text;
    const rows = rest.split('\n').map(row => row.replace(/\s{2,}/gu, ' ').trim());
    const said = rows.filter(row => !nothing.test(row)).join('\n');
    return /^[^\n:]{1,60}:$/u.test(said) ? '' : said;
  });
  return kept.some(Boolean) ? { texts: kept, sounds: found } : { texts, sounds: [] };
}
