import { setTimeout as wait } from 'node:timers/promises';
import { requireNotCancelled, toCancelledError } from '#shared/cancellation.ts';
import { speechConcurrency } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { maxAheadBytes } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { manners, type SpokenSound } from '#shared/speech.ts';
import { answerKinds, connect } from '../openai-compatible/connect.ts';
import { listOpenAiVoices } from '../openai-compatible/speech-voices.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { withCost } from '../provider/failure.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { toSamples } from '../provider/read-sound.ts';
import { requireNoRefusal } from '../provider/written-text.ts';
import { Reading, type Tolerance } from './compare-reading.ts';
import {
  composeInstructions,
  findSpokenVoice,
  identifyVoices,
  requireSpokenVoice,
  type SpokenVoice,
  sampleRateHz,
} from './events.ts';
import { RealtimeFault } from './faults.ts';
import { bytesPerSecond, createSessionPool, type RealtimeSession, type TurnOrder } from './session.ts';

/** A connection and each step before speech take some hundred milliseconds. */
const longestHeadMs = 15_000;
/** Sound arrives faster than real time; a response without events for this long is dead. */
const longestIdleMs = 30_000;
const longestPartMs = 120_000;
/** The next part of a piece is requested when less than this is unread. */
const freeBytes = maxAheadBytes / speechConcurrency;

/**
 * Speaks over the Realtime API as PCM: each part of a text is one response, with instructions to read it word for word in its
 * language; the transcript is compared with the text (docs/decisions/realtime-speech.md).
 * @param access its base URL with `/v1`; the SDK connects by `wss:` for any scheme
 */
export function createRealtimeSpeech(access: ProviderAccess, model: string): SpeechEngine {
  const { providerName, baseUrl, client } = connect(access, answerKinds.json);
  const { timeoutMs = Number.POSITIVE_INFINITY } = access;
  const limits = {
    headMs: Math.min(longestHeadMs, timeoutMs),
    idleMs: Math.min(longestIdleMs, timeoutMs),
    wholeMs: Math.min(longestPartMs, timeoutMs),
  };
  const pool = createSessionPool({ client, model, limits, learned: { refusesEffort: false } });

  async function speakAll(
    request: SpeechRequest,
    queue: ReturnType<typeof createSoundQueue>,
    signal: AbortSignal,
  ): Promise<void> {
    const { text, language, previousText } = request;
    const voice = requireSpokenVoice(request);
    const isBeginning = previousText === undefined;
    const piece: Piece = {
      voice,
      languageCode: language.code,
      instructions: composeInstructions(language, voice.style),
      scriptSignal: request.signal,
      signal,
      onSound: queue.add,
      onUsage: ({ tokens, soundSeconds }) =>
        request.noteUsage?.({
          provider: providerName,
          model,
          textTokensIn: tokens?.input_token_details?.text_tokens ?? undefined,
          textTokensOut: tokens?.output_token_details?.text_tokens ?? undefined,
          soundTokensIn: tokens?.input_token_details?.audio_tokens ?? undefined,
          soundTokensOut: tokens?.output_token_details?.audio_tokens ?? undefined,
          soundSeconds,
        }),
    };
    for (const [at, part] of cutIntoParts(text, language, isBeginning).entries()) {
      await queue.waitForSpace(freeBytes);
      requireNotCancelled(signal);
      await speakPart(part, piece, isBeginning && at === 0).catch(error => {
        throw at > 0 ? asCharged(error) : error;
      });
    }
  }

  async function speakPart(text: string, piece: Piece, isStreamed: boolean): Promise<void> {
    const first = await speakWithRetries(text, piece, { isStreamed, allowed: 'strict' });
    if (first.differing === undefined) return;
    if (first.hasPassedOn) throw toDifferenceError(first.differing);
    const again = { isStreamed: false, allowed: 'lenient' } as const;
    const { differing } = await speakWithRetries(text, piece, again).catch(error => {
      throw asCharged(error);
    });
    if (differing !== undefined) throw toDifferenceError(differing);
  }

  async function speakWithRetries(text: string, piece: Piece, options: PartOptions) {
    const { voice, scriptSignal, signal } = piece;
    for (let tries = 0; ; tries += 1) {
      requireNotCancelled(signal);
      try {
        const session = await pool.take(voice, scriptSignal);
        try {
          return await readPart(session, text, piece, options);
        } finally {
          session.release();
        }
      } catch (error) {
        if (!(error instanceof RealtimeFault) || !error.mayRepeat || tries >= client.maxRetries) throw error;
        const { retryAfterSeconds: seconds } = error;
        const waitMs = seconds === undefined ? firstWaitMs * 2 ** tries : seconds * 1000;
        await wait(Math.min(waitMs, maxWaitMs), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    requireNotCancelled(request.signal);
    const abortController = new AbortController();
    const signal = AbortSignal.any([request.signal, abortController.signal]);
    const queue = createSoundQueue(() => abortController.abort());
    speakAll(request, queue, signal).then(
      () => queue.end(),
      error => {
        const coded = error instanceof CodedError ? error : new CodedError('internal', { cause: error });
        queue.end({ error: request.signal.aborted ? toCancelledError(request.signal) : coded });
      },
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
    manners,
    listVoices: async () => listOpenAiVoices('realtime'),
    // The languages of these models are not published.
    getLanguageSupport: () => ({ kind: 'unknown' }),
    getSpeaker: voice => findSpokenVoice(voice).speaker,
    speak,
    close: async () => pool.close(),
  };
}

const firstWaitMs = 500;
const maxWaitMs = 8000;

/** What was spoken before is charged. */
function asCharged(error: unknown): unknown {
  return error instanceof RealtimeFault ? withCost(error, false) : error;
}

function toDifferenceError(sentence: string): CodedError {
  return new CodedError('provider_garbage', {
    message: fill(engineMessages.readingDiffers, { sentence }),
    loggedMessage: 'The voice did not say a sentence of the script as written.',
  });
}

/** About twenty seconds of speech, for alphabets and for scripts with syllables or ideograms. */
const partCharacters = { letters: 300, syllables: 100 } as const;

/**
 * Cuts a text into parts of one response each: short, so that readings stay accurate and retries cheap.
 * @param isBeginning of a script: its first sentence is a separate part, because it is streamed
 */
function cutIntoParts(text: string, language: Language, isBeginning: boolean): string[] {
  const syllables =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const most = syllables > text.length / 4 ? partCharacters.syllables : partCharacters.letters;
  if (!isBeginning) return cutAtSentences(text, most, language.code);
  const [first = '', ...rest] = splitSentences(text.trimStart(), language.code);
  return [first, rest.join('')].flatMap(each => cutAtSentences(each, most, language.code));
}

interface Piece extends Pick<TurnOrder, 'instructions' | 'onSound' | 'onUsage'> {
  readonly voice: SpokenVoice;
  readonly languageCode: string;
  /** The request's signal, which owns the connections. */
  readonly scriptSignal: AbortSignal;
  /** Fires with it, or when the client disconnected. */
  readonly signal: AbortSignal;
}

/** Chinese, the slowest of our languages, has four characters a second; doubled, plus a margin for short texts. */
const maxSecondsPerCharacter = 0.5;
const minSecondsLimit = 30;
/** Never thrown to callers: only the reason for stopping. */
const differs = new CodedError('provider_garbage');

interface PartOptions {
  /** Sound is passed on while the transcript matches the text; otherwise after the whole part matched. */
  readonly isStreamed: boolean;
  readonly allowed: Tolerance;
}

/**
 * @returns a sentence that was read differently, if there is one, and whether sound was passed on, which rules out a retry
 * @throws CodedError also `content_refused`, and the reason of the signal
 */
async function readPart(
  session: RealtimeSession,
  text: string,
  { languageCode, instructions, signal, onSound: pass, onUsage }: Piece,
  { isStreamed, allowed }: PartOptions,
) {
  const reading = new Reading(text, languageCode);
  const stop = new AbortController();
  const held: Buffer[] = [];
  let transcript = '';
  let mayPassOn = false;
  let hasPassedOn = false;
  // Sound that was passed on cannot be retracted, so only serious differences are errors.
  const getTolerance = () => (hasPassedOn ? 'lenient' : allowed);

  function passOn(): void {
    for (const pcm of held.splice(0)) {
      hasPassedOn = true;
      pass(pcm);
    }
  }

  function onText(delta: string): void {
    if (delta === '') return;
    transcript += delta;
    if (transcript.length > reading.maxCharacters) stop.abort(differs);
    if (!isStreamed || stop.signal.aborted) return;
    const begins = reading.begins(transcript, getTolerance());
    if (begins) mayPassOn = true;
    if (begins === false) stop.abort(differs);
    else if (mayPassOn) passOn();
  }

  function onSound(pcm: Buffer): void {
    held.push(pcm);
    if (mayPassOn) passOn();
  }

  const maxBytes = bytesPerSecond * (minSecondsLimit + maxSecondsPerCharacter * text.length);
  try {
    const either = AbortSignal.any([signal, stop.signal]);
    await session.speak({ text, instructions, maxBytes, onText, onSound, onUsage }, either);
  } catch (error) {
    if (signal.aborted || !stop.signal.aborted) throw error;
  }
  // A stopped reading is incomplete.
  const differing =
    reading.findDifference(transcript, getTolerance()) ?? (stop.signal.aborted ? text : undefined);
  if (differing === undefined) passOn();
  else requireNoRefusal(transcript);
  return { differing, hasPassedOn };
}

/** Between a provider, which sends at any speed, and its reader. @param whenLeft if the reader stops early */
function createSoundQueue(whenLeft: () => void) {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let ending: { readonly error?: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  function report(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  function end(how: { readonly error?: unknown } = {}): void {
    ending ??= how;
    report();
  }

  async function waitUntil(isSo: () => boolean): Promise<void> {
    while (!isSo() && !ending) await changed.promise;
  }

  async function next(): Promise<IteratorResult<Float32Array, undefined>> {
    await waitUntil(() => kept.length > 0);
    const pcm = kept.shift();
    if (!pcm && ending && 'error' in ending) throw ending.error;
    if (!pcm) return { done: true, value: undefined };
    keptBytes -= pcm.length;
    report();
    return { done: false, value: toSamples(pcm) };
  }

  return {
    /** @param pcm 16-bit little-endian samples */
    add(pcm: Buffer): void {
      kept.push(pcm);
      keptBytes += pcm.length;
      report();
    },
    end,
    /** @throws its failure, also if it ended without sound */
    async waitForSound(): Promise<void> {
      await waitUntil(() => kept.length > 0);
      if (ending && 'error' in ending) throw ending.error;
      if (kept.length === 0) throw new CodedError('provider_garbage');
    },
    /** Resolves once fewer than this many bytes are unread. */
    waitForSpace: (bytes: number) => waitUntil(() => keptBytes < bytes),
    /** From -1 to 1, once. Not a generator: one that was never started does not report its return. */
    samples: {
      [Symbol.asyncIterator]: () => ({
        next,
        return: async (): Promise<IteratorResult<Float32Array, undefined>> => {
          kept.length = 0;
          end();
          whenLeft();
          return { done: true, value: undefined };
        },
      }),
    },
  };
}
