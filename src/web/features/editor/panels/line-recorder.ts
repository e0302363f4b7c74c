import { createStore } from 'zustand/vanilla';
import { CodedError } from '#shared/errors.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { type Pausable, pauseOthers } from '../../../lib/media.ts';
import { makeRecording, type Recording } from './make-recording.ts';
import { type Microphone, openMicrophone } from './microphone.ts';

export type RecorderPhase =
  | { readonly phase: 'resting' | 'asking' | 'working' }
  | { readonly phase: 'counting'; readonly secondsLeft: number }
  | { readonly phase: 'recording'; readonly seconds: number }
  | { readonly phase: 'made'; readonly recording: Recording }
  | { readonly phase: 'failed'; readonly message: string };

interface RecorderState {
  readonly now: RecorderPhase;
  /** Once it is allowed. */
  readonly microphone: Microphone | undefined;
}

const countInSeconds = 3;
const tickMs = 100;

/** How loud the result is to be, in LUFS of one channel; undefined: as voices are mixed. */
type FindLoudness = (signal: AbortSignal) => Promise<number | undefined>;

/** Records a line: asks for the microphone, counts in, and makes the sound of the line. What is begun ends what was going on. */
export class LineRecorder implements Pausable {
  readonly store = createStore<RecorderState>(() => ({ now: { phase: 'resting' }, microphone: undefined }));
  readonly #findLoudness: FindLoudness;
  #control = new AbortController();
  #stop: (() => void) | undefined;

  constructor(findLoudness: FindLoudness) {
    this.#findLoudness = findLoudness;
  }

  readonly record = (): void => this.#begin(signal => this.#record(signal));
  readonly stop = (): void => this.#stop?.();

  /** Something is played, which would be recorded. */
  pause(): void {
    this.stop();
  }

  take(file: Blob): void {
    this.#begin(signal => this.#make(file, signal));
  }

  chooseDevice(deviceId: string): void {
    this.#begin(async signal => {
      this.#note({ phase: 'resting' });
      await this.#open(deviceId, signal);
    });
  }

  close(): void {
    this.#control.abort();
    this.store.getState().microphone?.close();
    this.store.setState({ microphone: undefined });
  }

  #begin(work: (signal: AbortSignal) => Promise<void>): void {
    this.#control.abort();
    this.#control = new AbortController();
    const { signal } = this.#control;
    work(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof CodedError)) noteFailure(error);
      this.#note({ phase: 'failed', message: describeFailure(error) });
    });
  }

  async #record(signal: AbortSignal): Promise<void> {
    pauseOthers(this);
    const microphone = this.store.getState().microphone ?? (await this.#open(undefined, signal));
    for (let secondsLeft = countInSeconds; secondsLeft > 0; secondsLeft--) {
      if (signal.aborted) return;
      this.#note({ phase: 'counting', secondsLeft });
      await wait(1000);
    }
    if (signal.aborted) return;
    const recorded = microphone.record();
    const startMs = performance.now();
    const tick = () => this.#note({ phase: 'recording', seconds: (performance.now() - startMs) / 1000 });
    tick();
    const timer = setInterval(tick, tickMs);
    await new Promise<void>(resolve => {
      this.#stop = resolve;
      signal.addEventListener('abort', () => resolve());
    });
    clearInterval(timer);
    const sound = await recorded.stop();
    if (!signal.aborted) await this.#make(sound, signal);
  }

  async #make(sound: Blob, signal: AbortSignal): Promise<void> {
    this.#note({ phase: 'working' });
    const recording = await makeRecording(sound, await this.#findLoudness(signal));
    if (!signal.aborted) this.#note({ phase: 'made', recording });
  }

  async #open(deviceId: string | undefined, signal: AbortSignal): Promise<Microphone> {
    if (deviceId === undefined) this.#note({ phase: 'asking' });
    this.store.getState().microphone?.close();
    this.store.setState({ microphone: undefined });
    const microphone = await openMicrophone(deviceId);
    if (signal.aborted) microphone.close();
    else this.store.setState({ microphone });
    return microphone;
  }

  #note(now: RecorderPhase): void {
    this.store.setState({ now });
  }
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
