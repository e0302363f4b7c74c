export interface Language {
  /** English name; also the option's value in the page and the word in the prompt. */
  readonly name: LanguageName;
  /** BCP-47 tag. */
  readonly code: LanguageCode;
  /** ISO 639-2/T, as containers have it (the registry of the Library of Congress). */
  readonly trackCode: string;
  readonly nativeName: string;
  /** Text per minute of calm narration: words in languages with spaces, else characters. */
  readonly speakingRate: { readonly unit: 'words' | 'characters'; readonly perMinute: number };
}

/**
 * English name, BCP-47 tag, ISO 639-2/T, native name and speaking rate: `w` words or `c` characters a minute. The free page has those with `free`.
 *
 * The rates are ours. They start from 150 words a minute, the pace that broadcasters advise for English
 * narration, and scale with how much a word of the language carries: fewer, longer words in Finnish or Tamil,
 * more and shorter ones in Vietnamese. A script that ends a little early is better than one that runs over.
 */
const table = [
  ['English', 'en', 'eng', 'English', 'w', 150, 'free'],
  ['Afrikaans', 'af', 'afr', 'Afrikaans', 'w', 145],
  ['Arabic', 'ar', 'ara', 'العربية', 'w', 110, 'free'],
  ['Armenian', 'hy', 'hye', 'Հայերեն', 'w', 110],
  ['Azerbaijani', 'az', 'aze', 'Azərbaycanca', 'w', 110],
  ['Belarusian', 'be', 'bel', 'Беларуская', 'w', 115],
  ['Bosnian', 'bs', 'bos', 'Bosanski', 'w', 125],
  ['Bulgarian', 'bg', 'bul', 'Български', 'w', 125, 'free'],
  ['Catalan', 'ca', 'cat', 'Català', 'w', 150],
  ['Chinese', 'zh', 'zho', '中文', 'c', 240, 'free'],
  ['Croatian', 'hr', 'hrv', 'Hrvatski', 'w', 125, 'free'],
  ['Czech', 'cs', 'ces', 'Čeština', 'w', 120, 'free'],
  ['Danish', 'da', 'dan', 'Dansk', 'w', 145, 'free'],
  ['Dutch', 'nl', 'nld', 'Nederlands', 'w', 145, 'free'],
  ['Estonian', 'et', 'est', 'Eesti', 'w', 110],
  ['Finnish', 'fi', 'fin', 'Suomi', 'w', 100, 'free'],
  ['French', 'fr', 'fra', 'Français', 'w', 155, 'free'],
  ['Galician', 'gl', 'glg', 'Galego', 'w', 150],
  ['German', 'de', 'deu', 'Deutsch', 'w', 130, 'free'],
  ['Greek', 'el', 'ell', 'Ελληνικά', 'w', 130, 'free'],
  ['Hebrew', 'he', 'heb', 'עברית', 'w', 115],
  ['Hindi', 'hi', 'hin', 'हिन्दी', 'w', 135, 'free'],
  ['Hungarian', 'hu', 'hun', 'Magyar', 'w', 110],
  ['Icelandic', 'is', 'isl', 'Íslenska', 'w', 135],
  ['Indonesian', 'id', 'ind', 'Bahasa Indonesia', 'w', 120, 'free'],
  ['Italian', 'it', 'ita', 'Italiano', 'w', 140, 'free'],
  ['Japanese', 'ja', 'jpn', '日本語', 'c', 320, 'free'],
  ['Kannada', 'kn', 'kan', 'ಕನ್ನಡ', 'w', 90],
  ['Kazakh', 'kk', 'kaz', 'Қазақша', 'w', 105],
  ['Korean', 'ko', 'kor', '한국어', 'w', 100, 'free'],
  ['Latvian', 'lv', 'lav', 'Latviešu', 'w', 115],
  ['Lithuanian', 'lt', 'lit', 'Lietuvių', 'w', 110],
  ['Macedonian', 'mk', 'mkd', 'Македонски', 'w', 130],
  ['Malay', 'ms', 'msa', 'Bahasa Melayu', 'w', 120, 'free'],
  ['Marathi', 'mr', 'mar', 'मराठी', 'w', 115],
  ['Maori', 'mi', 'mri', 'Te reo Māori', 'w', 150],
  ['Nepali', 'ne', 'nep', 'नेपाली', 'w', 110],
  ['Norwegian', 'nb', 'nob', 'Norsk', 'w', 145],
  ['Persian', 'fa', 'fas', 'فارسی', 'w', 130],
  ['Polish', 'pl', 'pol', 'Polski', 'w', 115, 'free'],
  ['Portuguese', 'pt', 'por', 'Português', 'w', 145, 'free'],
  ['Romanian', 'ro', 'ron', 'Română', 'w', 140, 'free'],
  ['Russian', 'ru', 'rus', 'Русский', 'w', 115, 'free'],
  ['Serbian', 'sr', 'srp', 'Српски', 'w', 125],
  ['Slovak', 'sk', 'slk', 'Slovenčina', 'w', 120, 'free'],
  ['Slovenian', 'sl', 'slv', 'Slovenščina', 'w', 125],
  ['Spanish', 'es', 'spa', 'Español', 'w', 150, 'free'],
  ['Swahili', 'sw', 'swa', 'Kiswahili', 'w', 115],
  ['Swedish', 'sv', 'swe', 'Svenska', 'w', 140, 'free'],
  ['Tagalog', 'tl', 'tgl', 'Tagalog', 'w', 125],
  ['Tamil', 'ta', 'tam', 'தமிழ்', 'w', 85, 'free'],
  ['Thai', 'th', 'tha', 'ไทย', 'c', 600],
  ['Turkish', 'tr', 'tur', 'Türkçe', 'w', 110, 'free'],
  ['Ukrainian', 'uk', 'ukr', 'Українська', 'w', 115, 'free'],
  ['Urdu', 'ur', 'urd', 'اردو', 'w', 140],
  ['Vietnamese', 'vi', 'vie', 'Tiếng Việt', 'w', 190],
  ['Welsh', 'cy', 'cym', 'Cymraeg', 'w', 140],
] as const;

type Row = (typeof table)[number];
export type LanguageName = Row[0];
/** For tables by language: a `Record` over it does not compile while a language is missing. */
export type LanguageCode = Row[1];
/** Languages without spaces between words. */
export type UnspacedLanguageCode = Extract<Row, { 4: 'c' }>[1];

/** The 57 languages of the dashboards, English first, in the specification's order. */
export const languages: readonly Language[] = table.map(
  ([name, code, trackCode, nativeName, rateUnit, perMinute]) => {
    const unit = rateUnit === 'w' ? 'words' : 'characters';
    return { name, code, trackCode, nativeName, speakingRate: { unit, perMinute } };
  },
);

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
