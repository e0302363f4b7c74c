/** Sketches of sound a second. */
export const soundRate = 8;

/** What a video shows and sounds like, second by second: enough to find its parts again in another cut, not enough to see or hear them. */
export interface Fingerprint {
  readonly durationMs: number;
  /** Pictures a second: 1 in a document; more of a video at hand, to find where its parts begin. Picture n is the one at n / rate seconds. */
  readonly pictureRate: number;
  /** 64 bits a picture, as two words. */
  readonly pictures: Uint32Array;
  /** A byte a picture: how much it shows. 0 is one colour, of which the bits say nothing. */
  readonly details: Uint8Array;
  /** A byte a second: where in it the picture changes as at a cut, in 1/250 s from 1; 0 where it does not. */
  readonly cuts: Uint8Array;
  /** 8 bits a step of 1/{@link soundRate} s, of energies in bands. Empty where there is no sound, or none that can be decoded. */
  readonly sound: Uint8Array;
  /** A byte a second: how loud it is. 0 is silence, of which the bits say nothing. */
  readonly loudness: Uint8Array;
}
