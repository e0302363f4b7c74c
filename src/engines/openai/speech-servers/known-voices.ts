import type { LanguageCode } from '#shared/languages.ts';
import type { StandardVoice, Voice } from '#shared/voices.ts';
import { getSpeaker } from '../speaking-voices.ts';
import type { Gender } from './speech-server.ts';

/** What a voice is known to be by its name. */
export interface KnownVoice {
  readonly language: LanguageCode | undefined;
  readonly gender: Gender | undefined;
  readonly quality: number;
}

/** The first letter of Kokoro's voices, which is also what `lang_code` takes: hexgrad/kokoro, `pipeline.py`, `LANG_CODES`. */
const kokoroLanguages: Readonly<Record<string, LanguageCode>> = {
  a: 'en',
  b: 'en',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
};

/** Points for the grades of hexgrad/kokoro, VOICES.md (2025-08-06): A 40, B 30, C 20, D 10, F 0, a sign 3 more or less. */
const kokoroGrades: Readonly<Record<string, number>> = {
  af_heart: 40,
  af_bella: 37,
  af_nicole: 27,
  af_aoede: 23,
  af_kore: 23,
  af_sarah: 23,
  af_alloy: 20,
  af_nova: 20,
  af_sky: 17,
  af_jessica: 10,
  af_river: 10,
  am_fenrir: 23,
  am_michael: 23,
  am_puck: 23,
  am_echo: 10,
  am_eric: 10,
  am_liam: 10,
  am_onyx: 10,
  am_santa: 7,
  am_adam: 3,
  bf_emma: 27,
  bf_isabella: 20,
  bf_alice: 10,
  bf_lily: 10,
  bm_fable: 20,
  bm_george: 20,
  bm_lewis: 13,
  bm_daniel: 10,
  jf_alpha: 23,
  jf_gongitsune: 20,
  jf_tebukuro: 20,
  jf_nezumi: 17,
  jm_kumo: 17,
  ff_siwis: 27,
  hf_alpha: 20,
  hf_beta: 20,
  hm_omega: 20,
  hm_psi: 20,
  if_sara: 20,
  im_nicola: 20,
};
/** Chinese has grade D throughout; Spanish and Portuguese have none. */
const usualGrade = 10;

const kokoroName = /^(?<letter>[abefhijpz])(?<gender>[fm])_(?!v0)\w/u;

/** Undefined for a name that is none of Kokoro's, and for those of its first model (`_v0`), which sound worse on this one. */
export function readKokoroVoice(name: string): KnownVoice | undefined {
  const { letter = '', gender } = kokoroName.exec(name)?.groups ?? {};
  const language = kokoroLanguages[letter];
  if (!language) return undefined;
  return {
    language,
    gender: gender === 'm' ? 'male' : 'female',
    quality: kokoroGrades[name] ?? usualGrade,
  };
}

/** OpenAI's voices as they are heard; its guide gives no genders. `alloy` is heard as either. */
const openAiVoices: Readonly<Record<string, Gender | undefined>> = {
  alloy: undefined,
  'alloy-alt': undefined,
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  echo: 'male',
  'echo-alt': 'male',
  fable: 'male',
  marin: 'female',
  nova: 'female',
  onyx: 'male',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
};

/** Who speaks which language in Lex-au/Orpheus-FastAPI (7bd4cfc, `tts_engine/inference.py`). */
const orpheusVoices: Readonly<Record<string, readonly [LanguageCode, Gender]>> = {
  tara: ['en', 'female'],
  leah: ['en', 'female'],
  jess: ['en', 'female'],
  leo: ['en', 'male'],
  dan: ['en', 'male'],
  mia: ['en', 'female'],
  zac: ['en', 'male'],
  zoe: ['en', 'female'],
  pierre: ['fr', 'male'],
  amelie: ['fr', 'female'],
  marie: ['fr', 'female'],
  jana: ['de', 'female'],
  thomas: ['de', 'male'],
  max: ['de', 'male'],
  유나: ['ko', 'female'],
  준서: ['ko', 'male'],
  ऋतिका: ['hi', 'female'],
  长乐: ['zh', 'female'],
  白芷: ['zh', 'female'],
  javi: ['es', 'male'],
  sergio: ['es', 'male'],
  maria: ['es', 'female'],
  pietro: ['it', 'male'],
  giulia: ['it', 'female'],
  carlo: ['it', 'male'],
};

/** Whether a list of names is Orpheus', whose names are common first names elsewhere. */
export function isOrpheusList(names: readonly string[]): boolean {
  return names.includes('tara') && names.every(name => name in orpheusVoices);
}

export function readOrpheusVoice(name: string): KnownVoice {
  const [language, gender] = orpheusVoices[name] ?? [];
  return { language, gender, quality: 0 };
}

/** Undefined for a name that is none of OpenAI's. */
export function readOpenAiVoice(name: string): KnownVoice | undefined {
  return name in openAiVoices ? { language: undefined, gender: openAiVoices[name], quality: 0 } : undefined;
}

/**
 * Which of Kokoro's English voices speak for ours. The free names have good ones that differ most: `fable` and `onyx` from
 * Britain, the others from America. No premium name shares with them, and each has the gender, where there is one the accent, and
 * the manner of its tags: `af_nicole` whispers, `am_santa` is one.
 */
const kokoroSpeakers: Readonly<Record<Voice, string>> = {
  fable: 'bm_fable',
  alloy: 'af_heart',
  onyx: 'bm_george',
  nova: 'af_bella',
  shimmer: 'af_aoede',
  Santa: 'am_santa',
  Adam: 'am_michael',
  Antoni: 'am_puck',
  Arnold: 'am_fenrir',
  Bill: 'am_onyx',
  Callum: 'am_eric',
  Charlie: 'bm_lewis',
  Charlotte: 'bf_isabella',
  Clyde: 'am_fenrir',
  Daniel: 'bm_daniel',
  Dave: 'bm_lewis',
  Domi: 'af_kore',
  Dorothy: 'bf_emma',
  Drew: 'am_michael',
  Emily: 'af_sarah',
  Ethan: 'am_liam',
  Fin: 'bm_lewis',
  Freya: 'af_jessica',
  George: 'bm_daniel',
  Gigi: 'af_sky',
  Giovanni: 'am_puck',
  Glinda: 'bf_alice',
  Grace: 'af_river',
  Harry: 'am_echo',
  James: 'bm_daniel',
  Jeremy: 'am_puck',
  Jessie: 'am_onyx',
  Joseph: 'bm_lewis',
  Josh: 'am_fenrir',
  Liam: 'am_liam',
  Lily: 'bf_lily',
  Matilda: 'af_alloy',
  Michael: 'am_michael',
  Mimi: 'af_nova',
  Nicole: 'af_nicole',
  Patrick: 'am_eric',
  Paul: 'am_echo',
  Rachel: 'af_sarah',
  Sam: 'am_eric',
  Serena: 'bf_isabella',
  'Doubting Thomas': 'bm_daniel',
};

/** The voices that are known to suit ours best, on a server that has them: one of Kokoro's, or the one that speaks at OpenAI. */
export function listWishedNames(voice: Voice): readonly string[] {
  return [kokoroSpeakers[voice], getSpeaker(voice)];
}

/** The genders of the free names, as OpenAI's voices are heard. */
export const standardGenders: Readonly<Record<StandardVoice, Gender | undefined>> = {
  fable: 'male',
  alloy: undefined,
  onyx: 'male',
  nova: 'female',
  shimmer: 'female',
};
