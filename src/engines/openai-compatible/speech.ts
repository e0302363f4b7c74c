import type OpenAI from 'openai';
import { APIError } from 'openai';
import type { SpeechCreateParams } from 'openai/resources/audio/speech';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { createMp3FrameReader } from '#shared/mp3-frames.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { manners, type SpokenSound } from '#shared/speech.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice } from '#shared/voices.ts';
import { cleanText } from '../clean-text.ts';
import type { Readiness, SpeechEngine, SpeechRequest } from '../ports.ts';
import { toGarbage } from '../provider/failure.ts';
import { noSound, readMp3, readSound } from '../provider/read-sound.ts';
import { markIpa } from '../provider/written-text.ts';
import {
  describeManner,
  getMaxCharacters,
  getModelLanguageSupport,
  ready,
  takesInstructions,
} from './choose-model.ts';
import { answerKinds, type Connection, clientAt, connect } from './connect.ts';
import type { Server } from './server.ts';
import {
  type Assignment,
  addSpeeds,
  describeSpeechServer,
  getEndpointSpeaker,
  getKokoroLetter,
  listOpenAiVoices,
  requireOpenAiVoice,
  ServerVoices,
  type SpeechFacts,
  type SpeechServer,
  toVoiceField,
} from './speech-voices.ts';

/** Reading aloud is at most twice as fast as calm speech; a shorter result has left something out. */
const minShare = 0.4;
/** Subtracted for every text, because estimates for short ones are inexact. */
const graceSeconds = 1;

function computeMinSeconds(text: string, language: Language, speed: number): number {
  const calmSeconds = computeUsualSeconds(text, language);
  return Math.max(0, (calmSeconds / speed) * minShare - graceSeconds);
}

interface SoundWatch {
  readonly minSeconds: number;
  /** Called once at the end, also on failure, with the duration of the sound. */
  readonly reportSeconds: (seconds: number) => void;
}

/**
 * Passes sound on and measures its duration. A server may silently skip a sentence on which it failed (Kokoro-FastAPI,
 * `tts_service.py`): such sound fails at its end with `provider_garbage`.
 */
export function watchSound(sound: SpokenSound, watch: SoundWatch): SpokenSound {
  if (sound.format === 'mp3') return { ...sound, bytes: watchStream(sound.bytes, createMp3Clock(), watch) };
  const measure = ({ length }: Float32Array) => length / sound.sampleRateHz;
  return { ...sound, samples: watchStream(sound.samples, measure, watch) };
}

async function* watchStream<Piece>(
  pieces: AsyncIterable<Piece>,
  /** @returns seconds of sound that are whole with the piece */
  measure: (piece: Piece) => number,
  { minSeconds, reportSeconds }: SoundWatch,
): AsyncGenerator<Piece, void, undefined> {
  let seconds = 0;
  try {
    for await (const piece of pieces) {
      seconds += measure(piece);
      yield piece;
    }
    if (seconds === 0) throw noSound();
    if (seconds < minSeconds)
      throw toGarbage(
        `${seconds.toFixed(1)} s of sound where ${minSeconds.toFixed(1)} s are the least`,
        fill(engineMessages.textSkipped),
      );
  } finally {
    reportSeconds(seconds);
  }
}

/** Notes the usage of one call, once. */
export function createUsageNote({ text, signal, noteUsage }: SpeechRequest, provider: string, model: string) {
  let isNoted = false;
  const note = (soundSeconds?: number) => {
    if (!isNoted) noteUsage?.({ provider, model, characters: text.length, soundSeconds });
    isNoted = true;
  };
  return {
    /** Call when sound starts; returns a function for its duration at the end, which stays unknown if the client disconnects. */
    reportAtEnd(): (soundSeconds: number) => void {
      // Queued sound may never be read.
      signal.addEventListener('abort', () => note(), { once: true });
      return note;
    },
    /** It may have been charged despite the failure. */
    reportFailure(error: CodedError): CodedError {
      if (!error.costsNothing) note();
      return error;
    },
  };
}

export function createMp3Clock(): (bytes: Uint8Array) => number {
  let seconds = 0;
  const read = createMp3FrameReader(({ samples, rateHz }) => {
    seconds += samples / rateHz;
  });
  return bytes => {
    const before = seconds;
    read(bytes);
    return seconds - before;
  };
}

/**
 * Outside English, Kokoro cuts text only at `.!?` and line breaks, and drops what exceeds 510 phonemes of a piece: hexgrad/kokoro,
 * `pipeline.py`. This length stays below that in all its languages.
 */
const longestLine = 350;
/** Kokoro-FastAPI pauses at this in any text: `services/text_processing`. */
const pauseCommand = /\[pause:[^[\]]*\]/giu;

/** @param letter Kokoro's letter of the language in which the voice speaks */
function prepareForKokoro({ text, language, ipa = [] }: SpeechRequest, letter = ''): string {
  const plain = cleanText(text).replace(pauseCommand, ' ');
  if (letter === 'a' || letter === 'b')
    return markIpa(plain, ipa, (word, each) => `[${word}](/${toMisaki(each)}/)`);
  return splitSentences(plain, language.code)
    .flatMap(sentence => cutAtSentences(sentence, longestLine, language.code))
    .join('\n');
}

/** Sounds that Kokoro writes in its own way (hexgrad/misaki, EN_PHONES.md); British English has its own o. */
const misakiSounds: readonly (readonly [ipa: RegExp, misaki: string])[] = [
  [/[ː()[\]]/gu, ''],
  [/eɪ/gu, 'A'],
  [/aɪ/gu, 'I'],
  [/aʊ/gu, 'W'],
  [/ɔɪ/gu, 'Y'],
  [/oʊ/gu, 'O'],
  [/əʊ/gu, 'Q'],
  [/d͡?ʒ/gu, 'ʤ'],
  [/t͡?ʃ/gu, 'ʧ'],
  [/ɚ/gu, 'əɹ'],
  [/ɝ/gu, 'ɜɹ'],
  [/r/gu, 'ɹ'],
  [/g/gu, 'ɡ'],
];

function toMisaki(ipa: string): string {
  return misakiSounds.reduce((said, [sound, own]) => said.replace(sound, own), ipa);
}

const atSpeed = addSpeeds(new Map(allVoices.map(voice => [voice, getEndpointSpeaker(voice)])));
const tags = new Map(voiceCatalogue.map(voice => [voice.name, voice.tags]));

/** Models with a `speed`, and fewer voices: the API reference, "Create speech". */
const olderModels = /^tts-1(-hd)?(-1106)?$/u;

/** Speaks with OpenAI's speech endpoint; mp3, streamed; premium voices included. The model detects the language from the text. */
export function createOpenAiSpeech(
  { providerName, baseUrl, client, mapError }: Connection,
  model: string,
): SpeechEngine {
  const api = olderModels.test(model) ? 'olderSpeech' : 'speech';

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { text, voice, signal } = request;
    const speaker = typeof voice === 'string' ? getEndpointSpeaker(voice) : requireOpenAiVoice(voice, api);
    const note = createUsageNote(request, providerName, model);
    try {
      const response = await client.audio.speech.create(
        {
          model,
          voice: toVoiceField(speaker),
          input: cleanText(text),
          response_format: 'mp3',
          ...composeStyle(model, request),
        },
        { signal },
      );
      const sound = await readMp3(response.body, error => mapError(error, signal));
      return watchSound(sound, { minSeconds: 0, reportSeconds: note.reportAtEnd() });
    } catch (error) {
      throw note.reportFailure(toVoiceFailure(error, voice) ?? mapError(error, signal));
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    model,
    identity: JSON.stringify([baseUrl, JSON.stringify([providerName, model, identifySpeakers(model)])]),
    hasPremiumVoices: false,
    maxCharacters: getMaxCharacters(),
    manners: takesInstructions(model) ? manners : undefined,
    listVoices: async () => listOpenAiVoices(api),
    getLanguageSupport: language => getModelLanguageSupport(model, language),
    getSpeaker: getEndpointSpeaker,
    speak,
  };
}

/** A custom voice that the account does not have (any more). The endpoint itself is there. */
function toVoiceFailure(error: unknown, voice: SpeechRequest['voice']): CodedError | undefined {
  if (typeof voice === 'string' || !(error instanceof APIError)) return undefined;
  if (error.status !== 404 && error.param !== 'voice') return undefined;
  return new CodedError('voice_gone', { costsNothing: true });
}

/**
 * Manner, and what distinguishes premium voices that share one of OpenAI's. Without a manner nothing for free voices, whose request
 * is specified.
 */
export function composeStyle(
  model: string,
  { voice, manner }: Pick<SpeechRequest, 'voice' | 'manner'>,
): { speed?: number; instructions?: string } {
  const isPremium = typeof voice === 'string' && !isStandardVoice(voice);
  if (olderModels.test(model)) {
    const { speed = 1 } = (isPremium && atSpeed.get(voice)) || {};
    return speed === 1 ? {} : { speed };
  }
  if (!takesInstructions(model)) return {};
  const sentences = [
    isPremium && `Narrate the text word for word. Your voice: ${tags.get(voice)?.join(', ')}.`,
    describeManner(manner),
  ].filter(Boolean);
  return sentences.length > 0 ? { instructions: sentences.join(' ') } : {};
}

/** Changes with the assignment of voices or styles. */
function identifySpeakers(model: string): string {
  return allVoices
    .map(voice => [getEndpointSpeaker(voice), ...Object.values(composeStyle(model, { voice }))].join(' '))
    .join(' ');
}

/** Tried in this order; WAV contains its sample rate, PCM does not. */
const formats = ['mp3', 'wav', 'pcm'] as const;

type SoundFormat = (typeof formats)[number];

/**
 * Speaks with a server that has OpenAI's speech endpoint and its own voices, whose names and languages come from its lists. If it
 * cannot make mp3, WAV or PCM is read.
 * @param named the configured model; undefined to choose one
 */
export function createServerSpeech(server: Server, named: string | undefined): SpeechEngine {
  const connection = connect(server.access, answerKinds.sound);
  const toPiper = connect(server.access, answerKinds.piperSound);
  const { providerName, baseUrl, mapError } = connection;
  let voices: ServerVoices | undefined;
  let formatIndex = 0;
  let described: { readonly of: object; readonly facts: SpeechFacts } | undefined;

  /** The server and its voices; voices that were lost stay so until it is described again. */
  async function describe(signal: AbortSignal): Promise<SpeechFacts> {
    const found = await server.findSpeech(signal);
    if (found.kind === 'failed') return { kind: 'unreached', error: found.error };
    if (described?.of !== found) {
      described = { of: found, facts: describeSpeechServer(found, providerName, named) };
      if (described.facts.kind === 'speaks') voices = new ServerVoices(described.facts.server);
    }
    return described.facts;
  }

  async function requireVoices(signal: AbortSignal): Promise<ServerVoices> {
    const facts = await describe(signal);
    if (facts.kind !== 'speaks') throw facts.error;
    voices ??= new ServerVoices(facts.server);
    return voices;
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { voice, language, signal } = request;
    const known = await requireVoices(signal);
    const assignment = typeof voice === 'string' ? known.choose(voice, language) : known.requireOwn(voice.id);
    try {
      return await ask(known.server, assignment, request);
    } catch (error) {
      const failure = mapError(error, signal);
      if (typeof voice !== 'string') throw signal.aborted ? failure : toOwnFailure(error, failure);
      if (signal.aborted || !known.server.hasList || !mayBeLost(error)) throw failure;
      server.forget();
      const fresh = await requireVoices(signal).catch(() => {
        throw failure;
      });
      if (fresh.has(assignment.voice)) {
        if (findRefusedPart(error) === undefined) throw failure;
        fresh.lose(assignment.voice);
      }
      return await ask(fresh.server, fresh.choose(voice, language), request).catch(reason => {
        throw mapError(reason, signal);
      });
    }
  }

  /** Of a voice that someone chose: no other one speaks in its place. */
  function toOwnFailure(error: unknown, failure: CodedError): CodedError {
    if (findRefusedPart(error) !== 'voice') return failure;
    server.forget();
    return new CodedError('voice_gone', { cause: failure, costsNothing: true });
  }

  async function ask(
    speaker: SpeechServer,
    assignment: Assignment,
    request: SpeechRequest,
  ): Promise<SpokenSound> {
    for (;;) {
      const format = formats[formatIndex] ?? 'mp3';
      const isLast = formatIndex >= formats.length - 1;
      try {
        const sound = await askOnce(speaker, assignment, { request, format });
        if (!(sound instanceof CodedError)) return sound;
        if (isLast) throw sound;
      } catch (error) {
        if (isLast || findRefusedPart(error) !== 'format') throw error;
      }
      // A concurrent request may have advanced it already.
      if (formats[formatIndex] === format) formatIndex += 1;
    }
  }

  async function askOnce(
    speaker: SpeechServer,
    assignment: Assignment,
    { request, format }: { request: SpeechRequest; format: SoundFormat },
  ): Promise<SpokenSound | CodedError> {
    const { text, language, signal } = request;
    const note = createUsageNote(request, providerName, assignment.voice.model);
    try {
      const response =
        speaker.dialect === 'piper'
          ? await askPiper(clientAt(toPiper, speaker.apiUrl), assignment, request)
          : await clientAt(connection, speaker.apiUrl).audio.speech.create(
              composeSpeechBody(speaker, assignment, { request, format }),
              { signal },
            );
      const contentType = response.headers.get('content-type');
      const answer = { body: response.body, contentType, isPcmAsked: format === 'pcm' };
      const sound = await readSound(answer, error => mapError(error, signal));
      // A server with a voice list may skip a sentence; less is known of others.
      const minSeconds = speaker.hasList ? computeMinSeconds(text, language, assignment.speed) : 0;
      const reportSeconds = note.reportAtEnd();
      if (sound instanceof CodedError) reportSeconds(0);
      return sound instanceof CodedError ? sound : watchSound(sound, { minSeconds, reportSeconds });
    } catch (error) {
      note.reportFailure(mapError(error, signal));
      throw error;
    }
  }

  async function checkReadiness(signal: AbortSignal): Promise<Readiness> {
    const facts = await describe(signal);
    return facts.kind === 'speaks' ? ready(facts.server.model, facts.server.found) : facts;
  }

  return {
    provider: { name: providerName, isOffline: false },
    get model() {
      return voices?.server.model ?? named;
    },
    get identity() {
      return JSON.stringify([baseUrl, providerName, voices?.identity ?? named]);
    },
    hasPremiumVoices: false,
    get maxCharacters() {
      return getMaxCharacters(voices?.server.model ?? named);
    },
    get manners() {
      return voices?.server.takesInstructions ? manners : undefined;
    },
    get takesIpa() {
      return voices?.server.dialect === 'kokoro';
    },
    mixesVoices: true,
    listVoices: async signal => (await requireVoices(signal)).listOwn(),
    getLanguageSupport: language => voices?.getLanguageSupport(language) ?? { kind: 'unknown' },
    getSpeaker: (voice, language) => voices?.getSpeaker(voice, language) ?? voice,
    checkReadiness,
    speak,
  };
}

/**
 * Only the fields that a server needs, since some refuse unknown ones. No `stream`: streaming servers do so by default, and LocalAI
 * would change the format.
 */
function composeSpeechBody(
  { dialect, takesInstructions }: SpeechServer,
  { voice, speed }: Assignment,
  { request, format }: { request: SpeechRequest; format: SoundFormat },
): SpeechCreateParams {
  const { language, manner } = request;
  const isKokoro = dialect === 'kokoro';
  const letter = isKokoro ? getKokoroLetter(voice.name ?? '', language.code) : undefined;
  const body = {
    model: voice.model,
    input: isKokoro ? prepareForKokoro(request, letter) : cleanText(request.text),
    response_format: format,
    ...(voice.name !== undefined && { voice: voice.name }),
    ...(speed !== 1 && { speed }),
    ...(takesInstructions && manner && { instructions: describeManner(manner) }),
    // Without it, text is read as English, or by the first letter of the voice's name.
    ...(letter !== undefined && { lang_code: letter }),
    ...(dialect === 'localai' && { language: language.code }),
  };
  // The SDK's type requires a voice; a model that is a voice takes none.
  return body as SpeechCreateParams;
}

/** Piper's own server returns a WAV file (OHF-Voice/piper1-gpl, src/piper/http_server.py). */
function askPiper(client: OpenAI, { voice, speed }: Assignment, { text, signal }: SpeechRequest) {
  const body = {
    text: cleanText(text),
    voice: voice.name,
    ...(speed !== 1 && { length_scale: 1 / speed }),
  };
  return client.post<Response>('/synthesize', { body, signal, __binaryResponse: true });
}

/** A voice or model is refused, or there is no sound: some servers answer so to unknown voices. */
function mayBeLost(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'provider_garbage';
  const part = findRefusedPart(error);
  return part === 'voice' || part === 'model';
}

const badRequests: readonly unknown[] = [400, 404, 422, 500];

/** The part of a request that a server refused, by its message, which may repeat the script and is not passed on. */
function findRefusedPart(error: unknown): 'voice' | 'model' | 'format' | undefined {
  if (!(error instanceof APIError) || !badRequests.includes(error.status)) return undefined;
  const words = `${String(error.param)} ${error.message}`.slice(0, 2000);
  if (/response_format|audio format|ffmpeg/iu.test(words)) return 'format';
  if (/\bformat\b/iu.test(words) && /support|valid/iu.test(words)) return 'format';
  if (/\bvoice\b|speaker/iu.test(words)) return 'voice';
  return /\bmodel\b/iu.test(words) ? 'model' : undefined;
}
