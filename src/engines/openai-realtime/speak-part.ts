import { CodedError } from '#shared/errors.ts';
import { requireNoRefusal } from '../provider/written-text.ts';
import { Reading, type Tolerance } from './compare-reading.ts';
import type { RealtimeSession } from './session.ts';
import { bytesPerSecond, type TurnUsage } from './turn.ts';

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
