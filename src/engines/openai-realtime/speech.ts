import { setTimeout as wait } from 'node:timers/promises';
import { requireNotCancelled, toCancelledError } from '#shared/cancellation.ts';
import { speechConcurrency } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { maxAheadBytes } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { answerKinds, connect } from '../openai-compatible/connect.ts';
import { instructedManners } from '../openai-compatible/known-models.ts';
import { listOpenAiVoices } from '../openai-compatible/speech-voices.ts';
import type { SpeechEngine, SpeechRequest } from '../ports.ts';
import { toFailedError } from '../provider/failure.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { toSamples } from '../provider/read-sound.ts';
import { requireNoRefusal } from '../provider/written-text.ts';
import { Reading, type Tolerance } from './compare-reading.ts';
import { composeInstructions } from './events.ts';
import { RealtimeFault } from './faults.ts';
import {
  bytesPerSecond,
  createSessionPool,
  openSession,
  type RealtimeSession,
  type SessionLimits,
  type SessionPool,
  type TurnUsage,
} from './session.ts';
import { findSpokenVoice, identifyVoices, requireSpokenVoice, type SpokenVoice } from './voices.ts';

/** Buffers sound between a provider, which sends at any speed, and its reader. */
interface SoundQueue {
  /** @param pcm 16-bit little-endian samples */
  add(pcm: Buffer): void;
  /**
   * Resolves once there is sound.
   * @throws its failure, also if it ended without sound
   */
  waitForSound(): Promise<void>;
  /** Resolves once fewer than this many bytes are unread. */
  waitForSpace(bytes: number): Promise<void>;
  end(): void;
  fail(error: unknown): void;
  /** Samples from -1 to 1. Can be read once. */
  readonly samples: AsyncIterable<Float32Array>;
}

/** @param whenLeft called if the reader stops early */
function createSoundQueue(whenLeft: () => void): SoundQueue {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let outcome: { readonly error?: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  function report(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  async function take(): Promise<IteratorResult<Float32Array, undefined>> {
    for (;;) {
      const pcm = kept.shift();
      if (pcm) {
        keptBytes -= pcm.length;
        report();
        return { done: false, value: toSamples(pcm) };
      }
      if (outcome && 'error' in outcome) throw outcome.error;
      if (outcome) return { done: true, value: undefined };
      await changed.promise;
    }
  }

  function settle(how: { readonly error?: unknown }): void {
    outcome ??= how;
    report();
  }

  return {
    add(pcm) {
      kept.push(pcm);
      keptBytes += pcm.length;
      report();
    },
    async waitForSound() {
      while (kept.length === 0 && !outcome) await changed.promise;
      if (outcome && 'error' in outcome) throw outcome.error;
      if (kept.length === 0) throw new CodedError('provider_garbage');
    },
    async waitForSpace(bytes) {
      while (keptBytes >= bytes && !outcome) await changed.promise;
    },
    end: () => settle({}),
    fail: error => settle({ error }),
    // Not a generator: one that was never started does not report its return.
    samples: {
      [Symbol.asyncIterator]: () => ({
        next: take,
        return: async () => {
          kept.length = 0;
          settle({});
          whenLeft();
          return { done: true, value: undefined };
        },
      }),
    },
  };
}

/** Chinese, the slowest of our languages, has four characters a second; doubled, plus a margin for short texts. */
const maxSecondsPerCharacter = 0.5;
const minSecondsLimit = 30;

/** Text that is spoken in one response. */
export interface Part {
  readonly text: string;
  /** BCP-47. */
  readonly languageCode: string;
  readonly instructions: string;
  /** Streams sound while the transcript matches the text; otherwise sound is passed on after the whole part matched. */
  readonly isStreamed: boolean;
}

interface PartListener {
  onSound(pcm: Buffer): void;
  onUsage(usage: TurnUsage): void;
}

/** The whole part was read, or a sentence differs. */
type Outcome = { readonly kind: 'read' } | { readonly kind: 'differs'; readonly sentence: string };

class PartTry {
  /** Whether sound was passed on, which rules out a retry. */
  hasPassedOn = false;
  readonly #part: Part;
  readonly #listener: PartListener;
  readonly #reading: Reading;
  readonly #allowed: Tolerance;
  readonly #stop = new AbortController();
  readonly #held: Buffer[] = [];
  #transcript = '';
  #mayPassOn = false;

  /** @param allowed differences between text and transcript */
  constructor(part: Part, listener: PartListener, allowed: Tolerance) {
    this.#part = part;
    this.#listener = listener;
    this.#allowed = allowed;
    this.#reading = new Reading(part.text, part.languageCode);
  }

  /**
   * @throws RealtimeFault, the reason of the signal, CodedError `content_refused`
   */
  async speak(session: RealtimeSession, signal: AbortSignal): Promise<Outcome> {
    const { text, instructions } = this.#part;
    const maxBytes = bytesPerSecond * (minSecondsLimit + maxSecondsPerCharacter * text.length);
    const listener = {
      onText: (delta: string) => this.#receive(delta),
      onSound: (pcm: Buffer) => this.#take(pcm),
      onUsage: this.#listener.onUsage,
    };
    try {
      const either = AbortSignal.any([signal, this.#stop.signal]);
      await session.speak({ text, instructions, maxBytes }, listener, either);
    } catch (error) {
      if (signal.aborted || !this.#stop.signal.aborted) throw error;
    }
    return this.#judge();
  }

  #judge(): Outcome {
    // Sound that was passed on cannot be retracted, so only serious differences are errors.
    const allowed = this.hasPassedOn ? 'lenient' : this.#allowed;
    const found = this.#reading.findDifference(this.#transcript, allowed);
    // A stopped reading is incomplete.
    const sentence = found ?? (this.#stop.signal.aborted ? this.#part.text : undefined);
    if (sentence === undefined) {
      this.#passOn();
      return { kind: 'read' };
    }
    requireNoRefusal(this.#transcript);
    return { kind: 'differs', sentence };
  }

  #receive(delta: string): void {
    if (delta === '') return;
    this.#transcript += delta;
    if (this.#transcript.length > this.#reading.maxCharacters) this.#stop.abort(differs);
    if (!this.#part.isStreamed || this.#stop.signal.aborted) return;
    const begins = this.#reading.begins(this.#transcript, this.hasPassedOn ? 'lenient' : this.#allowed);
    if (begins === false) this.#stop.abort(differs);
    if (begins) this.#mayPassOn = true;
    if (this.#mayPassOn && !this.#stop.signal.aborted) this.#passOn();
  }

  #take(pcm: Buffer): void {
    this.#held.push(pcm);
    if (this.#mayPassOn) this.#passOn();
  }

  #passOn(): void {
    for (const pcm of this.#held.splice(0)) {
      this.hasPassedOn = true;
      this.#listener.onSound(pcm);
    }
  }
}

/** Never thrown to callers: only the reason for stopping. */
const differs = new CodedError('provider_garbage');

/** About twenty seconds of speech, for alphabets and for scripts with syllables or ideograms. */
const partCharacters = { letters: 300, syllables: 100 } as const;
const firstWaitMs = 500;
const maxWaitSeconds = 8;

/**
 * Cuts a text into parts of one response each: short, so that readings stay accurate and retries cheap.
 * @param isBeginning of a script: its first sentence is a separate part, because it is streamed
 */
function cutIntoParts(text: string, language: Language, isBeginning: boolean): string[] {
  const syllables =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const most = syllables > text.length / 4 ? partCharacters.syllables : partCharacters.letters;
  if (!isBeginning) return cutAtSentences(text, most, language.code);
  const sentences = splitSentences(text.trimStart(), language.code);
  const first = sentences[0] ?? '';
  const rest = sentences.slice(1).join('');
  return [...cutAtSentences(first, most, language.code), ...cutAtSentences(rest, most, language.code)];
}

interface PartSettings {
  readonly pool: SessionPool;
  readonly voice: SpokenVoice;
  /** Retries for faults before any output. */
  readonly maxRetries: number;
  /** The request's signal, which owns the connections. */
  readonly scriptSignal: AbortSignal;
  /** Fires with it, or when the client disconnected. */
  readonly signal: AbortSignal;
}

/**
 * Speaks a part, and once more if the transcript differs.
 * @throws RealtimeFault, the reason of the signal, CodedError with the sentence that was read differently twice
 */
async function speakPart(part: Part, listener: PartListener, settings: PartSettings): Promise<void> {
  const first = new PartTry(part, listener, 'strict');
  const outcome = await speakWithRetries(first, settings);
  if (outcome.kind === 'read') return;
  if (first.hasPassedOn) throw toDifferenceError(outcome.sentence);
  const second = new PartTry({ ...part, isStreamed: false }, listener, 'lenient');
  const again = await speakWithRetries(second, settings).catch(error => {
    throw error instanceof RealtimeFault ? withoutRefund(error) : error;
  });
  if (again.kind === 'differs') throw toDifferenceError(again.sentence);
}

/** The first try was charged. */
function withoutRefund({ failure, cause }: RealtimeFault): RealtimeFault {
  return new RealtimeFault({ ...failure, costsNothing: false }, { cause });
}

/** Retries faults before any output, as the SDK does for HTTP requests. */
async function speakWithRetries(part: PartTry, settings: PartSettings) {
  const { pool, voice, maxRetries, scriptSignal, signal } = settings;
  for (let tries = 0; ; tries += 1) {
    requireNotCancelled(signal);
    try {
      const session = await pool.take(voice, scriptSignal);
      try {
        return await part.speak(session, signal);
      } finally {
        pool.release(session, scriptSignal);
      }
    } catch (error) {
      if (!(error instanceof RealtimeFault) || !error.mayRepeat || tries >= maxRetries) throw error;
      const seconds = error.failure.retryAfterSeconds;
      const waitMs = seconds === undefined ? firstWaitMs * 2 ** tries : seconds * 1000;
      await wait(Math.min(waitMs, maxWaitSeconds * 1000), undefined, { signal }).catch(() => undefined);
    }
  }
}

function toDifferenceError(sentence: string): CodedError {
  return new CodedError('provider_garbage', {
    message: fill(engineMessages.readingDiffers, { sentence }),
    loggedMessage: 'The voice did not say a sentence of the script as written.',
  });
}

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
