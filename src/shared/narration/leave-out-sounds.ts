/** Music, and what stands in square brackets, as `[door creaks]`. */
const sounds = /[♪♫][^♪♫\n]*[♪♫]?|\[[^[\]\n]*\]|［[^［］\n]*］|（[^（）\n]*）/gu;
/** In round brackets that are no part of a sentence: alone, at the start, behind a name or a sentence. */
const asides = /(^|[.!?…:\n-] ?)\(([^()\n]*)\)/gu;

/**
 * Leaves the sounds of subtitles for people who do not hear out of what is spoken.
 * @returns the texts, empty where nothing else was in them; all as they are where nothing would be left
 */
export function leaveOutSounds(texts: readonly string[]): {
  readonly texts: readonly string[];
  readonly sounds: readonly string[];
} {
  const found: string[] = [];
  const take = (sound: string, lead = '') => {
    found.push(sound.slice(lead.length));
    return `${lead} `;
  };
  const kept = texts.map(text => {
    const rest = text
      .replace(sounds, sound => take(sound))
      .replace(asides, (all, lead: string, aside: string) =>
        /\d/u.test(aside) || /^\p{Lu}.*\p{Ll}/u.test(aside) ? all : take(all, lead),
      );
    if (rest === text) return text;
    const rows = rest.split('\n').map(row => row.replace(/\s+/gu, ' ').trim());
    const said = rows.filter(row => /[^\p{P}\s♪♫]/u.test(row)).join('\n');
    return /^[^\n:]*:$/u.test(said) ? '' : said;
  });
  return kept.some(Boolean) ? { texts: kept, sounds: found } : { texts, sounds: [] };
}
