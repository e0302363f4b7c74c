import type { LanguageCode } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';

export type Gender = 'male' | 'female';

/**
 * The voice of each of our names: at OpenAI's speech endpoint, over its Realtime API, and on a server with Kokoro's voices. Premium
 * and free names never share one.
 *
 * OpenAI publishes no tags for its voices (developers.openai.com/api/docs/guides/text-to-speech, voice options; openai 7.55.0,
 * `RealtimeAudioConfigOutput.voice`), so the choice is ours: `echo` is an even man, `ash` a rougher and livelier one, `verse` an
 * expressive one, `coral` a warm and lively woman, `sage` a calm one. `fable`, `onyx` and `nova` are not on the Realtime API:
 * `ballad` has a slight British accent, `cedar` is the deepest man there, `marin` a bright woman. Of Kokoro's, `af_nicole` whispers
 * and `am_santa` is Santa; the others match the gender, the accent where possible, and the style of the name's tags.
 */
const speakers: Readonly<Record<Voice, readonly [endpoint: string, realtime: string, kokoro: string]>> = {
  fable: ['fable', 'ballad', 'bm_fable'],
  alloy: ['alloy', 'alloy', 'af_heart'],
  onyx: ['onyx', 'cedar', 'bm_george'],
  nova: ['nova', 'marin', 'af_bella'],
  shimmer: ['shimmer', 'shimmer', 'af_aoede'],
  Santa: ['ash', 'verse', 'am_santa'],
  Adam: ['echo', 'echo', 'am_michael'],
  Antoni: ['echo', 'echo', 'am_puck'],
  Arnold: ['ash', 'ash', 'am_fenrir'],
  Bill: ['echo', 'ash', 'am_onyx'],
  Callum: ['ash', 'ash', 'am_eric'],
  Charlie: ['ash', 'verse', 'bm_lewis'],
  Charlotte: ['coral', 'coral', 'bf_isabella'],
  Clyde: ['echo', 'ash', 'am_fenrir'],
  Daniel: ['echo', 'echo', 'bm_daniel'],
  Dave: ['ash', 'verse', 'bm_lewis'],
  Domi: ['coral', 'coral', 'af_kore'],
  Dorothy: ['sage', 'sage', 'bf_emma'],
  Drew: ['echo', 'echo', 'am_michael'],
  Emily: ['sage', 'sage', 'af_sarah'],
  Ethan: ['echo', 'echo', 'am_liam'],
  Fin: ['ash', 'ash', 'bm_lewis'],
  Freya: ['coral', 'coral', 'af_jessica'],
  George: ['ash', 'ash', 'bm_daniel'],
  Gigi: ['coral', 'sage', 'af_sky'],
  Giovanni: ['echo', 'verse', 'am_puck'],
  Glinda: ['coral', 'coral', 'bf_alice'],
  Grace: ['sage', 'sage', 'af_river'],
  Harry: ['echo', 'verse', 'am_echo'],
  James: ['echo', 'echo', 'bm_daniel'],
  Jeremy: ['ash', 'verse', 'am_puck'],
  Jessie: ['ash', 'ash', 'am_onyx'],
  Joseph: ['ash', 'verse', 'bm_lewis'],
  Josh: ['echo', 'echo', 'am_fenrir'],
  Liam: ['echo', 'echo', 'am_liam'],
  Lily: ['coral', 'coral', 'bf_lily'],
  Matilda: ['coral', 'coral', 'af_alloy'],
  Michael: ['echo', 'echo', 'am_michael'],
  Mimi: ['coral', 'sage', 'af_nova'],
  Nicole: ['sage', 'sage', 'af_nicole'],
  Patrick: ['ash', 'ash', 'am_eric'],
  Paul: ['ash', 'ash', 'am_echo'],
  Rachel: ['sage', 'sage', 'af_sarah'],
  Sam: ['ash', 'ash', 'am_eric'],
  Serena: ['sage', 'coral', 'bf_isabella'],
  'Doubting Thomas': ['echo', 'verse', 'bm_daniel'],
};

/** The voice of OpenAI's speech endpoint; it has the free names itself. */
export function getEndpointSpeaker(voice: Voice): string {
  return speakers[voice][0];
}

export function getRealtimeSpeaker(voice: Voice): string {
  return speakers[voice][1];
}

/** Voices that suit one of ours best, if a server has them: Kokoro's, then OpenAI's. */
export function listSuitableNames(voice: Voice): readonly string[] {
  return [speakers[voice][2], speakers[voice][0]];
}

/** Gender of OpenAI's voices by ear; its guide states none. `alloy` is neutral. */
const openAiVoices: Readonly<Record<string, Gender | undefined>> = {
  alloy: undefined,
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  echo: 'male',
  fable: 'male',
  marin: 'female',
  nova: 'female',
  onyx: 'male',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
};

export function isOpenAiVoice(name: string): boolean {
  return name in openAiVoices;
}

/** First letter of Kokoro's voices, also the value of `lang_code`: hexgrad/kokoro, `pipeline.py`, `LANG_CODES`. */
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

/** Excludes voices of its first model (`_v0`), which sound worse on this one. */
const kokoroName = /^(?<letter>[abefhijpz])(?<gender>[fm])_(?!v0)\w/u;

export function isKokoroVoice(name: string): boolean {
  return kokoroName.test(name);
}

/** Gender and language implied by a voice's name; undefined if none is, or it may speak any language. */
export function readVoiceName(name: string): {
  readonly language: LanguageCode | undefined;
  readonly gender: Gender | undefined;
} {
  const { letter = '', gender } = kokoroName.exec(name)?.groups ?? {};
  const language = kokoroLanguages[letter];
  if (language) return { language, gender: gender === 'm' ? 'male' : 'female' };
  return { language: undefined, gender: openAiVoices[name] };
}
