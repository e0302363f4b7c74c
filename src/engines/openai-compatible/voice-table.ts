import type { LanguageCode } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import voiceTable from './voice-table.json' with { type: 'json' };

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
const speakers: Readonly<Record<Voice, Readonly<Record<'endpoint' | 'realtime' | 'kokoro', string>>>> =
  voiceTable;

/** The voice of OpenAI's speech endpoint; it has the free names itself. */
export function getEndpointSpeaker(voice: Voice): string {
  return speakers[voice].endpoint;
}

export function getRealtimeSpeaker(voice: Voice): string {
  return speakers[voice].realtime;
}

/** Voices that suit one of ours best, if a server has them: Kokoro's, then OpenAI's. */
export function listSuitableNames(voice: Voice): readonly string[] {
  return [speakers[voice].kokoro, speakers[voice].endpoint];
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
