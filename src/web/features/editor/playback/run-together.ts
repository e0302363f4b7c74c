import { JointStart } from './joint-start.ts';
import { StepKeeper } from './keep-in-step.ts';

/** A picture and its recording, while both are to be played. */
interface SyncedMedia {
  readonly video: HTMLVideoElement;
  readonly sound: HTMLAudioElement;
  /** How many times its own tempo the recording is played at. */
  readonly speed: number;
  /** The position of the preview by its picture. */
  readonly previewSeconds: number;
  start(element: HTMLMediaElement): void;
}

/** Starts a picture and a recording at the same time, and keeps them in step. */
export class TogetherRun {
  readonly #jointStart = new JointStart();
  readonly #stepKeeper = new StepKeeper();

  /** Called with each frame, while both are due. */
  run({ video, sound, speed, previewSeconds, start }: SyncedMedia): void {
    const nowMs = performance.now();
    if (video.paused && sound.paused) this.#jointStart.begin(nowMs);
    if (this.#jointStart.isPictureDue(nowMs)) start(video);
    if (this.#jointStart.isSoundDue(nowMs)) start(sound);
    if (video.paused || sound.paused || sound.seeking) return;
    const aheadSeconds = sound.currentTime / speed - previewSeconds;
    if (this.#jointStart.settle(aheadSeconds, nowMs)) this.#stepKeeper.follow(previewSeconds, sound, speed);
  }

  /** There is nothing to keep to: the recording goes at its own speed. */
  rest(sound: HTMLAudioElement | undefined, speed: number): void {
    this.#stepKeeper.rest(sound, speed);
  }

  /** They were stopped, or sent elsewhere. */
  forget(): void {
    this.#jointStart.forget();
  }

  /** Whether one of them waits for the other. */
  isHeld(which: 'picture' | 'sound'): boolean {
    const nowMs = performance.now();
    return !(which === 'picture' ? this.#jointStart.isPictureDue(nowMs) : this.#jointStart.isSoundDue(nowMs));
  }
}
