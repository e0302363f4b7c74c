import type { Language, LanguageName } from '#shared/languages.ts';
import type { StandardVoice } from '#shared/voices.ts';
import type { EspeakSettings } from './espeak.ts';

/**
 * A standard voice as a variant of every language's espeak-ng voice. In English their middle pitches lie near 80, 110,
 * 145, 190 and 245 Hz: at least a quarter apart, which is heard at once.
 */
const standardSettings: Readonly<Record<StandardVoice, { variant: string; pitch: number; range: number }>> = {
  onyx: { variant: 'm1', pitch: 30, range: 45 },
  fable: { variant: 'm3', pitch: 52, range: 60 },
  alloy: { variant: 'f4', pitch: 30, range: 45 },
  nova: { variant: 'f2', pitch: 48, range: 55 },
  shimmer: { variant: 'f3', pitch: 68, range: 50 },
};

/** Languages that espeak-ng has no voice for, and the nearest whose voice speaks them. */
const borrowedVoices: Partial<Record<LanguageName, LanguageName>> = {
  // The vowels, stress and c, z, ll of Spanish; Portuguese would swallow half of the vowels.
  Galician: 'Spanish',
  // Five open vowels, stress on the last but one, ng: all as in Indonesian; Malay ends words otherwise.
  Tagalog: 'Indonesian',
};

/**
 * The language's espeak-ng voice and the rate at which it keeps the pace of `speakingRate` in `#shared/languages.ts`, pauses
 * included, measured on three sentences of narration with the voice fable.
 */
const languageVoices: Readonly<Record<string, readonly [name: string, rate: number]>> = {
  en: ['en-us', 125],
  af: ['af', 117],
  ar: ['ar', 170],
  hy: ['hy', 155],
  az: ['az', 169],
  be: ['be', 160],
  bs: ['bs', 133],
  bg: ['bg', 164],
  ca: ['ca', 110],
  zh: ['cmn', 209],
  hr: ['hr', 136],
  cs: ['cs', 144],
  da: ['da', 118],
  nl: ['nl', 140],
  et: ['et', 160],
  fi: ['fi', 144],
  fr: ['fr', 112],
  gl: ['es', 127],
  de: ['de', 120],
  el: ['el', 115],
  he: ['he', 135],
  hi: ['hi', 121],
  hu: ['hu', 138],
  is: ['is', 164],
  id: ['id', 162],
  it: ['it', 123],
  ja: ['ja', 168],
  kn: ['kn', 153],
  kk: ['kk', 164],
  ko: ['ko', 178],
  lv: ['lv', 155],
  lt: ['lt', 147],
  mk: ['mk', 168],
  ms: ['ms', 152],
  mr: ['mr', 150],
  mi: ['mi', 139],
  ne: ['ne', 154],
  nb: ['nb', 153],
  fa: ['fa', 163],
  pl: ['pl', 148],
  pt: ['pt-br', 133],
  ro: ['ro', 178],
  ru: ['ru', 123],
  sr: ['sr', 131],
  sk: ['sk', 129],
  sl: ['sl', 164],
  es: ['es', 121],
  sw: ['sw', 172],
  sv: ['sv', 150],
  tl: ['id', 130],
  ta: ['ta', 137],
  th: ['th', 138],
  tr: ['tr', 182],
  uk: ['uk', 155],
  ur: ['ur', 135],
  vi: ['vi', 142],
  cy: ['cy', 122],
};

/** Scripts that are not Latin, in which a language is written. */
const ownScripts: Readonly<Record<string, string>> = {
  ar: 'Arab',
  be: 'Cyrl',
  bg: 'Cyrl',
  el: 'Grek',
  fa: 'Arab',
  he: 'Hebr',
  ja: 'Hira Kana Hani',
  kk: 'Cyrl',
  mk: 'Cyrl',
  ru: 'Cyrl',
  sr: 'Cyrl',
  th: 'Thai',
  uk: 'Cyrl',
  ur: 'Arab',
  zh: 'Hani',
};

/** Signs of no script, Latin, and the scripts for which espeak-ng changes to the right voice by itself. */
const alwaysReadable = 'Common Inherited Latn Armn Deva Hang Knda Taml';

/** The English name of the language whose voice speaks instead, where espeak-ng has none. */
export function getBorrowedVoice(language: Language): LanguageName | undefined {
  return borrowedVoices[language.name];
}

/** Everything that sets espeak-ng for a voice in a language. */
export function getEspeakSettings(languageCode: string, voice: StandardVoice): EspeakSettings {
  const entry = languageVoices[languageCode];
  if (!entry) throw new RangeError(`No voice speaks ${languageCode}`);
  const { variant, pitch, range } = standardSettings[voice];
  return { voiceName: `${entry[0]}+${variant}`, rate: entry[1], pitch, range };
}

/** Matches one letter that the language's voice can read; other letters it would only spell by their code points. */
export function getReadableLetters(languageCode: string): RegExp {
  const scripts = `${alwaysReadable} ${ownScripts[languageCode] ?? ''}`.trim().split(' ');
  return new RegExp(`[${scripts.map(script => `\\p{Script=${script}}`).join('')}]`, 'u');
}
