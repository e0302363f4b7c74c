import { requireNotCancelled, toCancelledError } from '#shared/cancellation.ts';
import { speechConcurrency } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import { maxAheadBytes } from '#shared/limits.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { answerKinds, connect } from '../openai-compatible/connect.ts';
import { instructedManners } from '../openai-compatible/manner-words.ts';
import { listOpenAiVoices } from '../openai-compatible/voice-table.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { toFailedError } from '../provider/failure.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { composeInstructions } from './compose-events.ts';
import { RealtimeFault } from './faults.ts';
import { openSession, type SessionLimits } from './session.ts';
import { createSessionPool } from './session-pool.ts';
import { createSoundQueue, type SoundQueue } from './sound-queue.ts';
import { cutIntoParts, type PartSettings, partCharacters, speakPart } from './speak-script.ts';
import type { TurnUsage } from './turn.ts';
import { findSpokenVoice, identifyVoices, requireSpokenVoice } from './voices.ts';

const sampleRateHz = 24_000;
/** A connection and each step before speech take some hundred milliseconds. */
const longestHeadMs = 15_000;
/** Sound arrives faster than real time; a response without events for this long is dead. */
const longestIdleMs = 30_000;
/** Twenty seconds of sound arrive in less time. */
const longestPartMs = 120_000;
/** The next part of a piece is requested when less than this is unread. */
const freeBytes = maxAheadBytes / speechConcurrency;

/**
 * Speaks over the Realtime API as PCM: each part of a text is one response, with instructions to read it word for word in its
 * language; the transcript is compared with the text (docs/decisions/realtime-speech.md).
 * @param access its base URL with `/v1`; the SDK connects by `wss:` for any scheme
 * @throws RangeError without key and base URL
 */
export function createRealtimeSpeech(access: ProviderAccess, model: string): SpeechEngine {
  const { providerName, baseUrl, client } = connect(access, answerKinds.json);
  const settings = { client, model, limits: toLimits(access.timeoutMs), learned: { refusesEffort: false } };
  const pool = createSessionPool((voice, signal) => openSession(settings, voice, signal));

  function noteUsage(request: SpeechRequest, { tokens, soundSeconds }: TurnUsage): void {
    request.noteUsage?.({
      provider: providerName,
      model,
      textTokensIn: tokens?.input_token_details?.text_tokens ?? undefined,
      textTokensOut: tokens?.output_token_details?.text_tokens ?? undefined,
      soundTokensIn: tokens?.input_token_details?.audio_tokens ?? undefined,
      soundTokensOut: tokens?.output_token_details?.audio_tokens ?? undefined,
      soundSeconds,
    });
  }

  async function speakAll(request: SpeechRequest, queue: SoundQueue, signal: AbortSignal): Promise<void> {
    const { text, language, previousText } = request;
    const voice = requireSpokenVoice(request);
    const isBeginning = previousText === undefined;
    const instructions = composeInstructions(language, voice.style);
    const listener = { onSound: queue.add, onUsage: (usage: TurnUsage) => noteUsage(request, usage) };
    const { maxRetries } = client;
    const partSettings: PartSettings = { pool, voice, maxRetries, scriptSignal: request.signal, signal };
    let isFirst = true;
    for (const part of cutIntoParts(text, language, isBeginning)) {
      await queue.waitForSpace(freeBytes);
      requireNotCancelled(signal);
      const isStreamed = isBeginning && isFirst;
      const order = { text: part, languageCode: language.code, instructions, isStreamed };
      await speakPart(order, listener, partSettings).catch(error => {
        throw toCodedError(error, { signal, wasFree: isFirst });
      });
      isFirst = false;
    }
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    requireNotCancelled(request.signal);
    const abortController = new AbortController();
    const signal = AbortSignal.any([request.signal, abortController.signal]);
    const queue = createSoundQueue(() => abortController.abort());
    speakAll(request, queue, signal).then(queue.end, error =>
      queue.fail(toCodedError(error, { signal: request.signal, wasFree: true })),
    );
    await queue.waitForSound();
    return { format: 'pcm', sampleRateHz, samples: queue.samples };
  }

  return {
    provider: { name: providerName, isOffline: false },
    model,
    identity: JSON.stringify([baseUrl, 'realtime', providerName, model, identifyVoices()]),
    hasPremiumVoices: false,
    maxCharacters: partCharacters.letters,
    manners: instructedManners,
    listVoices: async () => listOpenAiVoices('realtime'),
    // The languages of these models are not published.
    getLanguageSupport: () => ({ kind: 'unknown' }),
    getSpeaker: voice => findSpokenVoice(voice).speaker,
    speak,
    close: async () => pool.close(),
  };
}

function toLimits(timeoutMs = Number.POSITIVE_INFINITY): SessionLimits {
  return {
    headMs: Math.min(longestHeadMs, timeoutMs),
    idleMs: Math.min(longestIdleMs, timeoutMs),
    wholeMs: Math.min(longestPartMs, timeoutMs),
  };
}

/**
 * The only error type that leaves this folder.
 * @param wasFree nothing of the text was spoken before
 */
function toCodedError(
  error: unknown,
  { signal, wasFree }: { signal: AbortSignal; wasFree: boolean },
): CodedError {
  if (signal.aborted) return toCancelledError(signal);
  if (error instanceof CodedError) return error;
  if (!(error instanceof RealtimeFault)) return new CodedError('internal', { cause: error });
  const { failure, cause } = error;
  const costsNothing = wasFree && failure.costsNothing === true;
  return toFailedError({ ...failure, costsNothing }, cause as Error);
}
