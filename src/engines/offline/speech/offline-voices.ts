import { createHash } from 'node:crypto';
import type { Language, LanguageCode, LanguageName } from '#shared/languages.ts';
import { type PremiumVoice, premiumVoices } from '#shared/premium-voices.ts';
import { getAccent, type VoiceAccent } from '#shared/voice-catalogue.ts';
import { isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';
import type { LanguageSupport } from '../../ports.ts';
import type { EspeakSettings } from './espeak.ts';
import { englishVoicesIdentity } from './flite-voices.ts';
import { type VoiceParameters, writeVariant } from './voice-variant.ts';

/**
 * How the premium voices are made to fit their tags: gender by pitch and throat, age by trembling and roughness, mood
 * by brightness, air and melody. No two are alike to the ear in any language, which `premium-voices.test.ts` measures.
 */
export const premiumVoiceParameters: Readonly<Record<PremiumVoice, VoiceParameters>> = {
  Santa: { pitchHz: [62, 116], throat: 83, brightness: 72, roughness: 3, flutter: 8 },
  Adam: { pitchHz: [69, 102], throat: 88, brightness: 74, width: 75 },
  Antoni: { pitchHz: [100, 150], throat: 100 },
  Arnold: { pitchHz: [81, 118], throat: 98, brightness: 118, width: 85, consonants: 130 },
  Bill: { pitchHz: [78, 119], throat: 92, brightness: 114, width: 85, voicing: 120 },
  Callum: { pitchHz: [85, 130], throat: 92, brightness: 87, width: 130, breath: 8, roughness: 6 },
  Charlie: { pitchHz: [91, 146], throat: 109, brightness: 117, width: 128 },
  Charlotte: { pitchHz: [137, 207], throat: 112, brightness: 85, breath: 6 },
  Clyde: { pitchHz: [70, 104], throat: 90, brightness: 104, roughness: 5, flutter: 10 },
  Daniel: { pitchHz: [72, 98], throat: 96, brightness: 110 },
  Dave: { pitchHz: [108, 164], throat: 107, brightness: 106 },
  Domi: { pitchHz: [160, 235], throat: 108, brightness: 115, voicing: 120 },
  Dorothy: { pitchHz: [178, 265], throat: 118 },
  Drew: { pitchHz: [79, 119], throat: 104, brightness: 97, width: 91 },
  Emily: { pitchHz: [184, 242], throat: 113, brightness: 88, breath: 4 },
  Ethan: { pitchHz: [95, 130], throat: 102, breath: 20, voicing: 25 },
  Fin: { pitchHz: [68, 111], throat: 88, brightness: 90, width: 113, breath: 8, roughness: 4, flutter: 18 },
  Freya: { pitchHz: [180, 320], throat: 116, brightness: 120 },
  George: { pitchHz: [77, 117], throat: 100, brightness: 73, width: 72, roughness: 7 },
  Gigi: { pitchHz: [212, 312], throat: 134, brightness: 110 },
  Giovanni: { pitchHz: [98, 182], throat: 96 },
  Glinda: { pitchHz: [150, 275], throat: 102, brightness: 130, roughness: 6, flutter: 15 },
  Grace: { pitchHz: [152, 228], throat: 114, brightness: 76, width: 97, breath: 4 },
  Harry: { pitchHz: [116, 171], throat: 105, brightness: 83, width: 98, flutter: 25 },
  James: { pitchHz: [66, 93], throat: 103, brightness: 71, width: 101, breath: 4, flutter: 10 },
  Jeremy: { pitchHz: [102, 183], throat: 101, brightness: 116, width: 117 },
  Jessie: {
    pitchHz: [84, 132],
    throat: 106,
    brightness: 112,
    width: 85,
    breath: 16,
    voicing: 85,
    roughness: 7,
    flutter: 16,
  },
  Joseph: { pitchHz: [93, 136], throat: 99, brightness: 123, width: 74 },
  Josh: { pitchHz: [85, 124], throat: 108, brightness: 66, width: 130 },
  Liam: { pitchHz: [109, 156], throat: 92 },
  Lily: { pitchHz: [142, 207], throat: 106, brightness: 106, width: 77, breath: 5, roughness: 7 },
  Matilda: { pitchHz: [145, 219], throat: 118, brightness: 78, width: 150 },
  Michael: { pitchHz: [66, 106], throat: 98, brightness: 90, width: 75 },
  Mimi: { pitchHz: [240, 335], throat: 125, brightness: 92 },
  Nicole: { pitchHz: [160, 210], throat: 116, breath: 20, voicing: 25 },
  Patrick: { pitchHz: [112, 168], throat: 91, brightness: 128, voicing: 130 },
  Paul: { pitchHz: [85, 128], throat: 88, brightness: 110, width: 114 },
  Rachel: { pitchHz: [162, 230], throat: 120 },
  Sam: { pitchHz: [92, 137], throat: 113, brightness: 112, width: 109, roughness: 7 },
  Serena: { pitchHz: [138, 210], throat: 121, brightness: 104 },
  'Doubting Thomas': { pitchHz: [84, 109], throat: 111, brightness: 96, width: 109 },
};

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

/** The premium voices as variants: file names in espeak-ng's folder, and what is in them. */
export const premiumVariants: ReadonlyMap<string, string> = new Map(
  premiumVoices.map(voice => [nameVariant(voice), writeVariant(premiumVoiceParameters[voice])]),
);

function nameVariant(voice: PremiumVoice): string {
  return `benshi-${voice.toLowerCase().replaceAll(' ', '-')}`;
}

/**
 * A premium voice speaks English with the nearest accent that espeak-ng has, at the rate that takes as long as en-us at
 * its own: Irish as Scottish, which says every r as well; Australian as British, which drops it; foreigners as British.
 */
const englishVoices: Readonly<Record<VoiceAccent, readonly [name: string, rate: number]>> = {
  american: ['en-us', 154],
  'american-irish': ['en-us', 154],
  'american-southern': ['en-us', 154],
  australian: ['en', 153],
  british: ['en-gb-x-rp', 152],
  'british-essex': ['en', 153],
  'english-italian': ['en', 153],
  'english-swedish': ['en', 153],
  irish: ['en-gb-scotland', 149],
};

/** Languages that espeak-ng has no voice for, and the nearest whose voice speaks them. */
const borrowedVoices: Partial<Record<LanguageName, LanguageName>> = {
  // The vowels, stress and c, z, ll of Spanish; Portuguese would swallow half of the vowels.
  Galician: 'Spanish',
  // Five open vowels, stress on the last but one, ng: all as in Indonesian; Malay ends words otherwise.
  Tagalog: 'Indonesian',
};

/**
 * The language's espeak-ng voice and its rate. At this rate the short sentences of the offline narrator, pauses included, take what
 * `speakingRate` in `#shared/languages.ts` allows for, with the voice alloy, the slowest; long sentences take up to a fifth less.
 */
const languageVoices: Readonly<Record<LanguageCode, readonly [name: string, rate: number]>> = {
  en: ['en-us', 154],
  af: ['af', 157],
  ar: ['ar', 206],
  hy: ['hy', 156],
  az: ['az', 180],
  be: ['be', 177],
  bs: ['bs', 143],
  bg: ['bg', 160],
  ca: ['ca', 142],
  zh: ['cmn', 220],
  hr: ['hr', 145],
  cs: ['cs', 146],
  da: ['da', 139],
  nl: ['nl', 158],
  et: ['et', 155],
  fi: ['fi', 145],
  fr: ['fr', 155],
  gl: ['es', 161],
  de: ['de', 142],
  el: ['el', 149],
  he: ['he', 170],
  hi: ['hi', 151],
  hu: ['hu', 144],
  is: ['is', 182],
  id: ['id', 184],
  it: ['it', 165],
  ja: ['ja', 182],
  kn: ['kn', 173],
  kk: ['kk', 161],
  ko: ['ko', 208],
  lv: ['lv', 154],
  lt: ['lt', 193],
  mk: ['mk', 174],
  ms: ['ms', 178],
  mr: ['mr', 163],
  mi: ['mi', 164],
  ne: ['ne', 152],
  nb: ['nb', 172],
  fa: ['fa', 189],
  pl: ['pl', 157],
  pt: ['pt-br', 167],
  ro: ['ro', 189],
  ru: ['ru', 131],
  sr: ['sr', 142],
  sk: ['sk', 134],
  sl: ['sl', 179],
  es: ['es', 165],
  sw: ['sw', 198],
  sv: ['sv', 172],
  tl: ['id', 170],
  ta: ['ta', 155],
  th: ['th', 169],
  tr: ['tr', 178],
  uk: ['uk', 185],
  ur: ['ur', 160],
  vi: ['vi', 161],
  cy: ['cy', 152],
};

const arabic = /\p{Script=Arab}/u;
const cyrillic = /\p{Script=Cyrl}/u;

/** Scripts that are not Latin, in which a language is written. */
const ownScripts: Partial<Readonly<Record<LanguageCode, RegExp>>> = {
  ar: arabic,
  be: cyrillic,
  bg: cyrillic,
  el: /\p{Script=Grek}/u,
  fa: arabic,
  he: /\p{Script=Hebr}/u,
  ja: /[\p{Script=Hira}\p{Script=Kana}\p{Script=Hani}]/u,
  kk: cyrillic,
  mk: cyrillic,
  ru: cyrillic,
  sr: cyrillic,
  th: /\p{Script=Thai}/u,
  uk: cyrillic,
  ur: arabic,
  zh: /\p{Script=Hani}/u,
};

/** Signs of no script, Latin, and the scripts for which espeak-ng changes to the right voice by itself. */
const alwaysReadable =
  /[\p{Script=Zyyy}\p{Script=Zinh}\p{Script=Latn}\p{Script=Armn}\p{Script=Deva}\p{Script=Hang}\p{Script=Knda}\p{Script=Taml}]/u;

/** espeak-ng speaks all languages but two, which borrow a neighbour's voice. */
export function getLanguageSupport(language: Language): LanguageSupport {
  const from = borrowedVoices[language.name];
  return from === undefined ? { kind: 'spoken' } : { kind: 'borrowed', from };
}

export function getEspeakSettings(languageCode: LanguageCode, voice: Voice): EspeakSettings {
  const entry = languageVoices[languageCode];
  if (isStandardVoice(voice)) {
    const { variant, pitch, range } = standardSettings[voice];
    return { voiceName: `${entry[0]}+${variant}`, rate: entry[1], pitch, range };
  }
  const [name, rate] = languageCode === 'en' ? englishVoices[getAccent(voice)] : entry;
  // The variant holds its pitch and range; these middles leave them as they are.
  return { voiceName: `${name}+${nameVariant(voice)}`, rate, pitch: 50, range: 50 };
}

/** Changes with every setting of a voice, so that nobody is shown how it sounded before. */
export const offlineVoicesIdentity: string = createHash('sha256')
  .update(
    JSON.stringify([
      standardSettings,
      [...premiumVariants],
      languageVoices,
      englishVoices,
      englishVoicesIdentity,
    ]),
  )
  .digest('hex');

/** Whether the language's voice can read a letter; others it would only spell by their code points. */
export function canRead(languageCode: LanguageCode, letter: string): boolean {
  return alwaysReadable.test(letter) || (ownScripts[languageCode]?.test(letter) ?? false);
}
