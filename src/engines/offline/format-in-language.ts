import type { Language, LanguageCode } from '#shared/languages.ts';

/** Languages whose conjunction depends on the next word in a way that the tables of Unicode do not know. */
const commaOnly: readonly LanguageCode[] = ['cy'];

/** "blue, grey and white" in a language. */
export function formatList(words: readonly string[], language: Language): string {
  if (commaOnly.includes(language.code)) return words.join(', ');
  // Persian lists come with right-to-left marks, which a plain text does not need.
  return new Intl.ListFormat(language.code, { type: 'conjunction' }).format(words).replaceAll('\u200f', '');
}

/**
 * "2 minutes 10 seconds" in a language, as a narrator would say it: whole seconds in the first minute, tens of
 * seconds in the first ten, whole minutes after that.
 */
export function formatTime(seconds: number, language: Language): string {
  const step = seconds < 60 ? 1 : seconds < 600 ? 10 : 60;
  const rounded = Math.floor(seconds / step) * step;
  const parts = [
    formatUnit(Math.floor(rounded / 3600), 'hour', language),
    formatUnit(Math.floor(rounded / 60) % 60, 'minute', language),
    formatUnit(rounded % 60, 'second', language),
  ].filter(part => part !== undefined);
  return new Intl.ListFormat(language.code, { type: 'unit', style: 'long' })
    .format(parts)
    .replaceAll('\u200f', '');
}

/** All our languages have these units in the tables of Unicode that come with Node. */
function formatUnit(
  value: number,
  unit: 'hour' | 'minute' | 'second',
  language: Language,
): string | undefined {
  if (value === 0) return undefined;
  return new Intl.NumberFormat(language.code, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
