import { setTimeout as wait } from 'node:timers/promises';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { requireNoRefusal } from '../provider/written-text.ts';
import { Reading, type Tolerance } from './compare-reading.ts';
import { RealtimeFault } from './faults.ts';
import type { RealtimeSession } from './session.ts';
import type { SessionPool } from './session-pool.ts';
import { bytesPerSecond, type TurnUsage } from './turn.ts';
import type { SpokenVoice } from './voices.ts';

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

export interface PartListener {
  onSound(pcm: Buffer): void;
  onUsage(usage: TurnUsage): void;
}

/** The whole part was read, or a sentence differs. */
type Outcome = { readonly kind: 'read' } | { readonly kind: 'differs'; readonly sentence: string };

export class PartTry {
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
export const partCharacters = { letters: 300, syllables: 100 } as const;
const firstWaitMs = 500;
const maxWaitSeconds = 8;

/**
 * Cuts a text into parts of one response each: short, so that readings stay accurate and retries cheap.
 * @param isBeginning of a script: its first sentence is a separate part, because it is streamed
 */
export function cutIntoParts(text: string, language: Language, isBeginning: boolean): string[] {
  const syllables =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const most = syllables > text.length / 4 ? partCharacters.syllables : partCharacters.letters;
  if (!isBeginning) return cutAtSentences(text, most, language.code);
  const sentences = splitSentences(text.trimStart(), language.code);
  const first = sentences[0] ?? '';
  const rest = sentences.slice(1).join('');
  return [...cutAtSentences(first, most, language.code), ...cutAtSentences(rest, most, language.code)];
}

export interface PartSettings {
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
export async function speakPart(part: Part, listener: PartListener, settings: PartSettings): Promise<void> {
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
