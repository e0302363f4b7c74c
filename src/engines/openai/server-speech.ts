import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Readiness, SpeechEngine, SpeechRequest } from '../ports.ts';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { readSound } from '../provider/read-sound.ts';
import { answerKinds } from './answer-kinds.ts';
import { connect, vendorUrl } from './connect.ts';
import { listAddresses } from './servers/find-server.ts';
import { maxRequestCharacters } from './speech.ts';
import type { Assignment } from './speech-servers/assign-voices.ts';
import { composeSpeechBody, type SoundFormat } from './speech-servers/compose-body.ts';
import { describeProblem } from './speech-servers/describe-problem.ts';
import { keepServer } from './speech-servers/keep-server.ts';
import { createUsageNote } from './speech-servers/note-usage.ts';
import { findRefusedPart } from './speech-servers/read-refusal.ts';
import { ServerVoices } from './speech-servers/server-voices.ts';
import { computeLeastSeconds, watchSound } from './speech-servers/watch-sound.ts';

export interface ServerSpeechSettings extends ProviderAccess {
  /** Undefined where it is to be found out. */
  readonly model: string | undefined;
}

/** The lists of a large marketplace are megabytes. */
const listKind = { ...answerKinds.json, maxBytes: 8 * 2 ** 20 };
/** In this order, until the server gives one; WAV tells its rate, plain samples do not. */
const formats: readonly [SoundFormat, ...SoundFormat[]] = ['mp3', 'wav', 'pcm'];

/**
 * Speaks with a server that has the speech endpoint of OpenAI and voices of its own: which, and which languages they speak, is
 * found out by its lists. What it cannot give as mp3 is taken as WAV or as plain samples.
 */
export function createServerSpeech(settings: ServerSpeechSettings): SpeechEngine {
  const { model: named, baseUrl } = settings;
  const [asSet, ...further] = listAddresses(baseUrl ?? vendorUrl);
  const reach = (url: string, kind: AnswerKind) => connect({ ...settings, baseUrl: url }, kind);
  const connection = reach(asSet, answerKinds.sound);
  const connections = [connection, ...further.map(url => reach(url, answerKinds.sound))];
  const { providerName, mapError } = connection;
  const keeper = keepServer([reach(asSet, listKind), ...further.map(url => reach(url, listKind))], named);
  let current: ServerVoices | undefined;
  let formatIndex = 0;

  /** Who speaks for ours, by what was last heard of the server. */
  function getVoices(): ServerVoices | undefined {
    const { server } = keeper;
    if (server && current?.server !== server) current = new ServerVoices(server);
    return current;
  }

  async function findVoices(signal: AbortSignal, isAnew = false): Promise<ServerVoices> {
    const known = await (isAnew ? keeper.findAnew(signal) : keeper.find(signal));
    const voices = getVoices();
    if (known.kind === 'speaks') return voices ?? new ServerVoices(known.server);
    if (known.kind === 'unreached') throw known.error;
    const message = describeProblem(providerName, named, known);
    throw new CodedError('provider_unavailable', { message, costsNothing: true });
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { voice, language, signal } = request;
    const voices = await findVoices(signal);
    const assignment = voices.choose(voice, language);
    try {
      return await ask(voices, assignment, request);
    } catch (error) {
      const failure = mapError(error, signal);
      if (signal.aborted || !voices.server.hasList || !mayBeLost(error)) throw failure;
      const fresh = await findVoices(signal, true).catch(() => {
        throw failure;
      });
      if (fresh.has(assignment.voice)) {
        if (findRefusedPart(error) === undefined) throw failure;
        fresh.lose(assignment.voice);
      }
      const other = fresh.choose(voice, language);
      return await ask(fresh, other, request).catch(reason => {
        throw mapError(reason, signal);
      });
    }
  }

  async function ask(
    voices: ServerVoices,
    assignment: Assignment,
    request: SpeechRequest,
  ): Promise<SpokenSound> {
    for (;;) {
      const format = formats[formatIndex] ?? 'mp3';
      const isLast = formatIndex >= formats.length - 1;
      try {
        const sound = await askOnce(voices, assignment, { request, format });
        if (sound) return sound;
        if (isLast)
          throw new CodedError('provider_garbage', { cause: new LoggedCause('no format that is read') });
      } catch (error) {
        if (isLast || findRefusedPart(error) !== 'format') throw error;
      }
      // Others that asked meanwhile may have found it out as well.
      if (formats[formatIndex] === format) formatIndex += 1;
    }
  }

  async function askOnce(
    { server }: ServerVoices,
    assignment: Assignment,
    { request, format }: { request: SpeechRequest; format: SoundFormat },
  ): Promise<SpokenSound | undefined> {
    const { text, language, signal } = request;
    const note = createUsageNote(request, providerName, assignment.voice.model);
    try {
      const body = composeSpeechBody(server, assignment, { request, format });
      const { client } = connections[keeper.addressIndex] ?? connection;
      const response = await client.audio.speech.create(body, { signal });
      const sound = await readSound(
        {
          body: response.body,
          contentType: response.headers.get('content-type'),
          isPcmAsked: format === 'pcm',
        },
        error => mapError(error, signal),
      );
      // A server that says what voices it has is one that may leave out a sentence; of others less is known.
      const leastSeconds = server.hasList ? computeLeastSeconds(text, language, assignment.speed) : 0;
      const tellSeconds = note.tellAtEnd();
      if (!sound) tellSeconds(0);
      return sound && watchSound(sound, { leastSeconds, tellSeconds });
    } catch (error) {
      note.tellFailure(mapError(error, signal));
      throw error;
    }
  }

  async function checkReadiness(signal: AbortSignal): Promise<Readiness> {
    const known = await keeper.find(signal);
    if (known.kind === 'speaks') {
      const { model, found } = known.server;
      return { kind: 'ready', model, found };
    }
    if (known.kind === 'unreached') return { kind: 'unreached', reason: known.error.message };
    const reason = describeProblem(providerName, named, known);
    // Who names a model does not want another provider without being told.
    return { kind: known.kind === 'lacks' ? 'unreached' : 'unable', reason };
  }

  return {
    provider: { name: providerName, isOffline: false, receives: 'the script' },
    get model() {
      return keeper.server?.model ?? named;
    },
    get identity() {
      return JSON.stringify([baseUrl, providerName, getVoices()?.identity ?? named]);
    },
    hasPremiumVoices: false,
    maxCharacters: maxRequestCharacters,
    getLanguageSupport: language => getVoices()?.getLanguageSupport(language) ?? { kind: 'unknown' },
    getSpeaker: (voice, language) => getVoices()?.getSpeaker(voice, language) ?? voice,
    checkReadiness,
    speak,
  };
}

/** A voice or a model that is refused, and an answer without a sound: so some servers answer to what they do not have. */
function mayBeLost(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'provider_garbage';
  const part = findRefusedPart(error);
  return part === 'voice' || part === 'model';
}
