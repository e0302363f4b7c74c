import { hash } from 'node:crypto';
import type { Language, LanguageCode, LanguageName } from '#shared/languages.ts';
import { getAccent, type VoiceAccent } from '#shared/voice-catalogue.ts';
import {
  isStandardVoice,
  type PremiumVoice,
  premiumVoices,
  type StandardVoice,
  type Voice,
} from '#shared/voices.ts';
import type { LanguageSupport } from '../../ports.ts';
import type { EspeakSettings } from './espeak.ts';
import { englishVoicesIdentity } from './flite-voices.ts';
import voicesOfLanguages from './language-voices.json' with { type: 'json' };
import premiumVoiceTable from './premium-voices.json' with { type: 'json' };
import { type VoiceParameters, writeVariant } from './voice-variant.ts';

/**
 * How the premium voices are made to fit their tags: gender by pitch and throat, age by trembling and roughness, mood
 * by brightness, air and melody. No two are alike to the ear in any language, which `premium-voices.test.ts` measures.
 */
const premiumVoiceParameters = premiumVoiceTable as unknown as Readonly<
  Record<PremiumVoice, { readonly espeak: VoiceParameters }>
>;

/** A voice of espeak-ng, and the rate at which a language takes as long as it should. */
interface LanguageVoice {
  readonly name: string;
  readonly rate: number;
  /** Between the ends of a range, unless `SpokenForms` has it. */
  readonly range?: string;
  /** For a sign that the voice leaves out or says in English. */
  readonly percent?: string;
}

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
  premiumVoices.map(voice => [nameVariant(voice), writeVariant(premiumVoiceParameters[voice].espeak)]),
);

function nameVariant(voice: PremiumVoice): string {
  return `benshi-${voice.toLowerCase().replaceAll(' ', '-')}`;
}

/**
 * A premium voice speaks English with the nearest accent that espeak-ng has, at the rate that takes as long as en-us at
 * its own: Irish as Scottish, which says every r as well; Australian as British, which drops it; foreigners as British.
 */
const englishVoices: Readonly<Record<VoiceAccent, LanguageVoice>> = {
  american: { name: 'en-us', rate: 154 },
  'american-irish': { name: 'en-us', rate: 154 },
  'american-southern': { name: 'en-us', rate: 154 },
  australian: { name: 'en', rate: 153 },
  british: { name: 'en-gb-x-rp', rate: 152 },
  'british-essex': { name: 'en', rate: 153 },
  'english-italian': { name: 'en', rate: 153 },
  'english-swedish': { name: 'en', rate: 153 },
  irish: { name: 'en-gb-scotland', rate: 149 },
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
export const languageVoices: Readonly<Record<LanguageCode, LanguageVoice>> = voicesOfLanguages;

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
  const ofLanguage = languageVoices[languageCode];
  if (isStandardVoice(voice)) {
    const { name, rate } = ofLanguage;
    const { variant, pitch, range } = standardSettings[voice];
    return { voiceName: `${name}+${variant}`, rate, pitch, range };
  }
  const { name, rate } = languageCode === 'en' ? englishVoices[getAccent(voice)] : ofLanguage;
  // The variant holds its pitch and range; these middles leave them as they are.
  return { voiceName: `${name}+${nameVariant(voice)}`, rate, pitch: 50, range: 50 };
}

/** Changes with every setting of a voice, so that nobody is shown how it sounded before. */
export const offlineVoicesIdentity: string = hash(
  'sha256',
  JSON.stringify([
    standardSettings,
    [...premiumVariants],
    languageVoices,
    englishVoices,
    englishVoicesIdentity,
  ]),
);

/** Whether the language's voice can read a letter; others it would only spell by their code points. */
export function canRead(languageCode: LanguageCode, letter: string): boolean {
  return alwaysReadable.test(letter) || (ownScripts[languageCode]?.test(letter) ?? false);
}
