import { CodedError } from '#shared/errors.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import type { EngineVoice, EngineVoiceId } from '../ports.ts';
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

/** Voices that older models and the Realtime API lack (openai 7.55.0, `SpeechCreateParams.voice`, `RealtimeAudioConfigOutput.voice`). */
const missingVoices: Readonly<Record<'speech' | 'olderSpeech' | 'realtime', readonly string[]>> = {
  speech: [],
  olderSpeech: ['ballad', 'verse', 'marin', 'cedar'],
  realtime: ['fable', 'onyx', 'nova'],
};

export type OpenAiApi = keyof typeof missingVoices;

/** OpenAI's own voices. Its API lists none, nor an account's custom voices (openai 7.55.0, `resources/audio/voices`). */
export function listOpenAiVoices(api: OpenAiApi): EngineVoice[] {
  return Object.keys(openAiVoices)
    .filter(name => !missingVoices[api].includes(name))
    .map(id => ({ id, name: id, languages: [], sex: openAiVoices[id] ?? 'neutral', tags: [] }));
}

/** A custom voice of an account at OpenAI, such as `voice_1234`. */
export function isCustomVoice(id: string): boolean {
  return /^voice_\w+$/u.test(id);
}

/** @throws CodedError `voice_gone` for anything but a voice of OpenAI or a custom one */
export function requireOpenAiVoice({ id }: EngineVoiceId, api: OpenAiApi): string {
  if (isCustomVoice(id) || (id in openAiVoices && !missingVoices[api].includes(id))) return id;
  throw new CodedError('voice_gone', { costsNothing: true });
}

/** As requests name it: custom voices are objects. */
export function toVoiceField(speaker: string): string | { id: string } {
  return isCustomVoice(speaker) ? { id: speaker } : speaker;
}

/** Voices of models that no server lists: Orpheus at Groq (console.groq.com/docs/text-to-speech/orpheus). */
const knownSpeakers = [
  {
    model: /orpheus-v1-english$/u,
    language: 'en',
    female: ['autumn', 'diana', 'hannah'],
    male: ['austin', 'daniel', 'troy'],
  },
  {
    model: /orpheus-arabic-saudi$/u,
    language: 'ar',
    female: ['lulwa', 'noura', 'aisha'],
    male: ['abdullah', 'fahad', 'sultan'],
  },
] as const;

export function listKnownSpeakers(model: string) {
  const known = knownSpeakers.find(each => each.model.test(model));
  if (!known) return [];
  return (['female', 'male'] as const).flatMap(gender =>
    known[gender].map(name => ({ name, gender, language: known.language })),
  );
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

const kokoroName = /^(?<letter>[abefhijpz])(?<gender>[fm])_\w/u;

/** Excludes voices of its first model (`_v0`), which sound worse on this one. */
export function isKokoroVoice(name: string): boolean {
  return kokoroName.test(name) && !name.startsWith('v0', 3);
}

/** The accent of Kokoro's English voices. */
export function getKokoroAccent(name: string): 'american' | 'british' | undefined {
  if (!isKokoroVoice(name)) return undefined;
  return ({ a: 'american', b: 'british' } as const)[name.slice(0, 1)];
}

/** Kokoro's letter for the language of a voice or a mixture; a custom voice says whatever language it is asked for. */
export function getKokoroLetter(name: string, code: LanguageCode): string | undefined {
  if (kokoroName.test(name)) return name.slice(0, 1);
  return Object.keys(kokoroLanguages).find(letter => kokoroLanguages[letter] === code);
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
