export interface Language {
  /** English name; also the option's value in the page and the word in the prompt. */
  readonly name: LanguageName;
  /** BCP-47 tag. */
  readonly code: LanguageCode;
  readonly nativeName: string;
  /** Text per minute of calm narration. */
  readonly speakingRate: SpeakingRate;
}

/** Words in languages with spaces, else characters. */
export interface SpeakingRate {
  readonly unit: 'words' | 'characters';
  readonly perMinute: number;
}

/**
 * English name, BCP-47 tag, native name and speaking rate: `w` words or `c` characters a minute. The free page has those with `free`.
 *
 * The rates are ours. They start from 150 words a minute, the pace that broadcasters advise for English
 * narration, and scale with how much a word of the language carries: fewer, longer words in Finnish or Tamil,
 * more and shorter ones in Vietnamese. A script that ends a little early is better than one that runs over.
 */
const table = [
  ['English', 'en', 'English', 'w', 150, 'free'],
  ['Afrikaans', 'af', 'Afrikaans', 'w', 145],
  ['Arabic', 'ar', 'العربية', 'w', 110, 'free'],
  ['Armenian', 'hy', 'Հայերեն', 'w', 110],
  ['Azerbaijani', 'az', 'Azərbaycanca', 'w', 110],
  ['Belarusian', 'be', 'Беларуская', 'w', 115],
  ['Bosnian', 'bs', 'Bosanski', 'w', 125],
  ['Bulgarian', 'bg', 'Български', 'w', 125, 'free'],
  ['Catalan', 'ca', 'Català', 'w', 150],
  ['Chinese', 'zh', '中文', 'c', 240, 'free'],
  ['Croatian', 'hr', 'Hrvatski', 'w', 125, 'free'],
  ['Czech', 'cs', 'Čeština', 'w', 120, 'free'],
  ['Danish', 'da', 'Dansk', 'w', 145, 'free'],
  ['Dutch', 'nl', 'Nederlands', 'w', 145, 'free'],
  ['Estonian', 'et', 'Eesti', 'w', 110],
  ['Finnish', 'fi', 'Suomi', 'w', 100, 'free'],
  ['French', 'fr', 'Français', 'w', 155, 'free'],
  ['Galician', 'gl', 'Galego', 'w', 150],
  ['German', 'de', 'Deutsch', 'w', 130, 'free'],
  ['Greek', 'el', 'Ελληνικά', 'w', 130, 'free'],
  ['Hebrew', 'he', 'עברית', 'w', 115],
  ['Hindi', 'hi', 'हिन्दी', 'w', 135, 'free'],
  ['Hungarian', 'hu', 'Magyar', 'w', 110],
  ['Icelandic', 'is', 'Íslenska', 'w', 135],
  ['Indonesian', 'id', 'Bahasa Indonesia', 'w', 120, 'free'],
  ['Italian', 'it', 'Italiano', 'w', 140, 'free'],
  ['Japanese', 'ja', '日本語', 'c', 320, 'free'],
  ['Kannada', 'kn', 'ಕನ್ನಡ', 'w', 90],
  ['Kazakh', 'kk', 'Қазақша', 'w', 105],
  ['Korean', 'ko', '한국어', 'w', 100, 'free'],
  ['Latvian', 'lv', 'Latviešu', 'w', 115],
  ['Lithuanian', 'lt', 'Lietuvių', 'w', 110],
  ['Macedonian', 'mk', 'Македонски', 'w', 130],
  ['Malay', 'ms', 'Bahasa Melayu', 'w', 120, 'free'],
  ['Marathi', 'mr', 'मराठी', 'w', 115],
  ['Maori', 'mi', 'Te reo Māori', 'w', 150],
  ['Nepali', 'ne', 'नेपाली', 'w', 110],
  ['Norwegian', 'nb', 'Norsk', 'w', 145],
  ['Persian', 'fa', 'فارسی', 'w', 130],
  ['Polish', 'pl', 'Polski', 'w', 115, 'free'],
  ['Portuguese', 'pt', 'Português', 'w', 145, 'free'],
  ['Romanian', 'ro', 'Română', 'w', 140, 'free'],
  ['Russian', 'ru', 'Русский', 'w', 115, 'free'],
  ['Serbian', 'sr', 'Српски', 'w', 125],
  ['Slovak', 'sk', 'Slovenčina', 'w', 120, 'free'],
  ['Slovenian', 'sl', 'Slovenščina', 'w', 125],
  ['Spanish', 'es', 'Español', 'w', 150, 'free'],
  ['Swahili', 'sw', 'Kiswahili', 'w', 115],
  ['Swedish', 'sv', 'Svenska', 'w', 140, 'free'],
  ['Tagalog', 'tl', 'Tagalog', 'w', 125],
  ['Tamil', 'ta', 'தமிழ்', 'w', 85, 'free'],
  ['Thai', 'th', 'ไทย', 'c', 600],
  ['Turkish', 'tr', 'Türkçe', 'w', 110, 'free'],
  ['Ukrainian', 'uk', 'Українська', 'w', 115, 'free'],
  ['Urdu', 'ur', 'اردو', 'w', 140],
  ['Vietnamese', 'vi', 'Tiếng Việt', 'w', 190],
  ['Welsh', 'cy', 'Cymraeg', 'w', 140],
] as const;

type Row = (typeof table)[number];
export type LanguageName = Row[0];
/** For tables by language: a `Record` over it does not compile while a language is missing. */
export type LanguageCode = Row[1];
/** Languages without spaces between words. */
export type UnspacedLanguageCode = Extract<Row, { 3: 'c' }>[1];

/** The 57 languages of the dashboards, English first, in the specification's order. */
export const languages: readonly Language[] = table.map(([name, code, nativeName, unit, perMinute]) => ({
  name,
  code,
  nativeName,
  speakingRate: { unit: unit === 'w' ? 'words' : 'characters', perMinute },
}));

export const languageNames = languages.map(language => language.name) as [LanguageName, ...LanguageName[]];

/** The 28 languages of the free page, in its order but with English, the default, once. */
export const freeLanguageNames: readonly LanguageName[] = table
  .filter(row => row.at(-1) === 'free')
  .map(([name]) => name)
  .sort();

const byName = new Map(languages.map(language => [language.name, language]));

export function getLanguage(name: LanguageName): Language {
  const language = byName.get(name);
  if (!language) throw new RangeError(`No language is named ${name}`);
  return language;
}
