import type OpenAI from 'openai';
import { APIError } from 'openai';
import type { SpeechCreateParams } from 'openai/resources/audio/speech';
import { CodedError } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Readiness, SpeechEngine, SpeechRequest } from '../ports.ts';
import { readSound } from '../provider/read-sound.ts';
import { cleanText } from '../provider/written-text.ts';
import { ready } from './choose-model.ts';
import { answerKinds, clientAt, connect } from './connect.ts';
import { getMaxCharacters } from './known-models.ts';
import { prepareForKokoro } from './kokoro-text.ts';
import { describeManner, instructedManners } from './manner-words.ts';
import type { Server } from './server.ts';
import { describeSpeechServer, type SpeechFacts, type SpeechServer } from './speech-server.ts';
import { type Assignment, ServerVoices } from './speech-voices.ts';
import { getKokoroLetter } from './voice-table.ts';
import { computeMinSeconds, createUsageNote, watchSound } from './watch-sound.ts';

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
    const { language, signal } = request;
    const { voice } = request;
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
      return voices?.server.takesInstructions ? instructedManners : undefined;
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
