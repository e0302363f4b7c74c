/** Nobody sees or hears less than this between lips and voice (EBU R37 allows 40 ms before and 60 ms after). */
const unnoticedSeconds = 0.008;
const noticedSeconds = 0.02;
/** Further apart, catching up would be heard for longer than a jump. */
const farSeconds = 0.15;
/** What is noticed is brought back within half a second, the rest so gently that nobody hears it. */
const strayedSeconds = 0.04;
const haste = 0.25;
const gentleHaste = 0.08;

/** What the recording jumps ahead when it must jump while it is played: about what browsers take for it. */
const usualJumpSeconds = 0.07;
/** Between two jumps, so that one is heard before it is judged. */
const jumpPauseMs = 500;

/** Keeps a recording in step with the picture while both are played. */
export class StepKeeper {
  #isHurrying = false;
  #jumpedMs = Number.NEGATIVE_INFINITY;

  /**
   * Called with each frame, while both are played.
   * @param filmSeconds the position of the preview by its picture
   * @param speed how many times its own tempo the recording is played at
   */
  follow(previewSeconds: number, sound: HTMLAudioElement, speed: number): void {
    const correction = chooseCorrection(sound.currentTime / speed - previewSeconds, this.#isHurrying);
    this.#isHurrying = correction.kind === 'hurry';
    if (correction.kind === 'jump') {
      if (performance.now() - this.#jumpedMs < jumpPauseMs) return;
      this.#jumpedMs = performance.now();
      sound.currentTime = (previewSeconds + usualJumpSeconds) * speed;
    }
    setRate(sound, correction.kind === 'hurry' ? speed * correction.factor : speed);
  }

  /** There is nothing to keep to: the recording goes at its own speed. */
  rest(sound: HTMLAudioElement | undefined, speed: number): void {
    this.#isHurrying = false;
    if (sound) setRate(sound, speed);
  }
}

function setRate(sound: HTMLAudioElement, rate: number): void {
  if (sound.playbackRate !== rate) sound.playbackRate = rate;
}

/** What brings the recording back into step with the picture. */
export type Correction =
  | { readonly kind: 'keep' }
  /** Played at this many times its tempo for a while. */
  | { readonly kind: 'hurry'; readonly factor: number }
  | { readonly kind: 'jump' };

/**
 * Chooses how the recording follows the picture.
 * @param aheadSeconds by how much it is ahead; negative when it is behind
 * @param isHurrying whether it is being brought back already
 */
export function chooseCorrection(aheadSeconds: number, isHurrying: boolean): Correction {
  const distance = Math.abs(aheadSeconds);
  if (distance > farSeconds) return { kind: 'jump' };
  if (distance < (isHurrying ? unnoticedSeconds : noticedSeconds)) return { kind: 'keep' };
  const change = distance > strayedSeconds ? haste : gentleHaste;
  return { kind: 'hurry', factor: aheadSeconds > 0 ? 1 - change : 1 + change };
}
