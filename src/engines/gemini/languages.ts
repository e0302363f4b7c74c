import type { Language, LanguageCode } from '#shared/languages.ts';

/**
 * Our languages on the list of `gemini-3.8-flash-tts`, by name; Norwegian counts as Bokmål, Tagalog as Filipino. Not listed:
 * Ukrainian, Urdu, Welsh and Maori. Source: ai.google.dev/gemini-api/docs/speech-generation, "Supported languages" (132 rows, end
 * of September 2026).
 */
export const listedLanguages: ReadonlySet<LanguageCode> = new Set([
  ...([
    'en',
    'af',
    'ar',
    'hy',
    'az',
    'be',
    'bs',
    'bg',
    'ca',
    'zh',
    'hr',
    'cs',
    'da',
    'nl',
    'et',
    'fi',
  ] as const),
  ...([
    'fr',
    'gl',
    'de',
    'el',
    'he',
    'hi',
    'hu',
    'is',
    'id',
    'it',
    'ja',
    'kn',
    'kk',
    'ko',
    'lv',
    'lt',
  ] as const),
  ...([
    'mk',
    'ms',
    'mr',
    'ne',
    'nb',
    'fa',
    'pl',
    'pt',
    'ro',
    'ru',
    'sr',
    'sk',
    'sl',
    'es',
    'sw',
    'sv',
  ] as const),
  ...(['tl', 'ta', 'th', 'tr', 'vi'] as const),
]);

/** Those that `gemini-3.8-flash-lite-tts` lacks: the same page, 103 rows. */
export const fewerLanguages: ReadonlySet<LanguageCode> = new Set(['fi', 'lt', 'sl', 'sw', 'sv', 'th']);

/** ISO 639-1, as the SDK's `SpeechConfig.languageCode` expects; the vendor has its own code for Tagalog. */
export function getVendorCode({ code }: Language): string {
  return code === 'tl' ? 'fil' : code;
}
