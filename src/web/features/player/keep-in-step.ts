/** Nobody sees or hears less than this between lips and voice (EBU R37 allows 40 ms before and 60 ms after). */
const unnoticedSeconds = 0.008;
const noticedSeconds = 0.02;
/** Further apart, catching up would be heard for longer than a jump. */
const farSeconds = 0.15;
/** What is noticed is brought back within half a second, the rest so gently that nobody hears it. */
const strayedSeconds = 0.04;
const haste = 0.25;
const gentleHaste = 0.08;

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
