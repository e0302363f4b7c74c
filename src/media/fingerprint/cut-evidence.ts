import { type Fingerprint, soundRate } from './fingerprint.ts';

/**
 * A guess where the old video is in the new one. Times of the new video are counted in steps of 1/{@link soundRate} s.
 * Moment m of the old video, in steps, is at m × speed + offset.
 */
export interface Line {
  readonly offset: number;
  readonly speed: number;
}

/** How well the videos agree, as logarithms of odds: above 0 speaks for the same, 0 says nothing. */
export interface Evidence {
  readonly speed: number;
  readonly oldSeconds: number;
  /** Length of the old video as it would be in the new one. */
  readonly oldSteps: number;
  readonly nowSteps: number;
  /** Steps of the new video at which a picture of the old one would be, had it begun with it. */
  readonly stepOfSecond: Int32Array;
  /** Picture and sound of a second of the old video with those from a step of the new one on. */
  ofSecond(second: number, nowStep: number): number;
  /** What one step says: pictures are compared once a second of the old video, sound at each step. */
  ofPicture(offset: number, nowStep: number): number;
  ofSound(offset: number, nowStep: number): number;
}

/** Bits of 64 by which pictures differ that are the same as likely as not. Our measurement. */
const evenPictureBits = 20;
/** Bits of 8 by which a step of sound differs that is the same as likely as not. Our measurement. */
const evenSoundBits = 3;
const oddsOfEqualPictures = 3;
/** Below those of a match, so that a stretch with another picture or another sound stays in its place. */
const oddsOfOtherPictures = -1.5;
const oddsPerSoundBit = 0.2;
const oddsOfSilenceAgainstSound = -0.15;
/** Of 255: pictures that show less say nothing. */
const minDetails = 4;
/** Seconds of a video that resemble each other so much that they are no sign of a place. */
const similarBits = 12;
/** What is everywhere in the video says hardly anything. */
const minWeight = 0.03;

export function countBits(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function gatherEvidence(old: Fingerprint, now: Fingerprint, speed: number): Evidence {
  const oldSeconds = Math.ceil(old.durationMs / 1000);
  const nowSteps = Math.max(0, Math.round((now.durationMs / 1000) * soundRate));
  const oldSteps = Math.round((old.durationMs / 1000) * soundRate * speed);
  const stepOfSecond = Int32Array.from({ length: oldSeconds }, (_, at) => Math.round(at * soundRate * speed));
  const oldSound = readSoundOfSeconds(old, soundRate);
  const nowSound = readSoundOfSeconds(now, 1);
  const pictureWeights = weighSeconds(old.pictures, old.pictureRate, oldSeconds);
  const soundWeights = weighSeconds(oldSound, 1, oldSeconds);
  const haveSound = old.sound.length > 0 && now.sound.length > 0;
  const isLoud = (of: Fingerprint, second: number) => (of.loudness[second] ?? 0) > 0;

  const comparePictures = (second: number, nowStep: number) => {
    const oldAt = Math.round(second * old.pictureRate);
    const nowAt = Math.round((nowStep / soundRate) * now.pictureRate);
    const [oldDetails, nowDetails] = [old.details[oldAt], now.details[nowAt]];
    if (oldDetails === undefined || nowDetails === undefined) return 0;
    if (oldDetails < minDetails || nowDetails < minDetails) {
      return oldDetails < minDetails && nowDetails < minDetails ? 0 : oddsOfOtherPictures;
    }
    const bits =
      countBits((old.pictures[2 * oldAt] ?? 0) ^ (now.pictures[2 * nowAt] ?? 0)) +
      countBits((old.pictures[2 * oldAt + 1] ?? 0) ^ (now.pictures[2 * nowAt + 1] ?? 0));
    const odds = oddsOfEqualPictures * (1 - bits / evenPictureBits);
    return odds > 0 ? odds * (pictureWeights[second] ?? 0) : Math.max(oddsOfOtherPictures, odds);
  };
  const compareLoudness = (second: number, nowStep: number) => {
    const nowSecond = Math.floor(nowStep / soundRate);
    const [isOldLoud, isNowLoud] = [isLoud(old, second), isLoud(now, nowSecond)];
    if (isOldLoud && isNowLoud) return;
    return isOldLoud === isNowLoud ? 0 : oddsOfSilenceAgainstSound;
  };
  const weighSound = (bits: number, steps: number, second: number) => {
    const odds = oddsPerSoundBit * (evenSoundBits * steps - bits);
    return odds > 0 ? odds * (soundWeights[second] ?? 0) : odds;
  };

  return {
    speed,
    oldSeconds,
    oldSteps,
    nowSteps,
    stepOfSecond,
    ofSecond(second, nowStep) {
      const picture = comparePictures(second, nowStep);
      if (!haveSound) return picture;
      const quiet = compareLoudness(second, nowStep);
      if (quiet !== undefined) return picture + quiet * soundRate;
      const bits =
        countBits((oldSound[2 * second] ?? 0) ^ (nowSound[2 * nowStep] ?? 0)) +
        countBits((oldSound[2 * second + 1] ?? 0) ^ (nowSound[2 * nowStep + 1] ?? 0));
      return picture + weighSound(bits, soundRate, second);
    },
    ofPicture(offset, nowStep) {
      const second = Math.round((nowStep - offset) / (soundRate * speed));
      return stepOfSecond[second] === nowStep - offset ? comparePictures(second, nowStep) : 0;
    },
    ofSound(offset, nowStep) {
      const at = Math.round((nowStep - offset) / speed);
      const second = Math.floor(at / soundRate);
      if (!haveSound) {
        return old.sound.length === now.sound.length ? 0 : oddsOfSilenceAgainstSound;
      }
      const quiet = compareLoudness(second, nowStep);
      if (quiet !== undefined) return quiet;
      const [oldBits, nowBits] = [old.sound[at], now.sound[nowStep]];
      if (oldBits === undefined || nowBits === undefined) return 0;
      return weighSound(countBits(oldBits ^ nowBits), 1, second);
    },
  };
}

/** When the picture changes as at a cut, in milliseconds. */
export function listCuts({ cuts }: Fingerprint): number[] {
  return [...cuts].flatMap((cut, second) => (cut ? [second * 1000 + (cut - 1) * 4] : []));
}

/** The sound of a second from each step (or each stride-th step) on, as two words, as pictures are. */
function readSoundOfSeconds({ sound }: Fingerprint, stride: number): Uint32Array {
  const words = new Uint32Array(2 * Math.ceil(sound.length / stride));
  for (let at = 0; at < words.length; at++) {
    const from = (at >> 1) * stride + (at & 1) * 4;
    words[at] =
      (sound[from] ?? 0) |
      ((sound[from + 1] ?? 0) << 8) |
      ((sound[from + 2] ?? 0) << 16) |
      ((sound[from + 3] ?? 0) << 24);
  }
  return words;
}

/** 1 for a second unlike all others, down to nearly 0 for one that is like all: so much does it say about where it is. */
function weighSeconds(words: Uint32Array, rate: number, seconds: number): Float32Array {
  const stride = Math.max(1, Math.ceil(seconds / 1000));
  return Float32Array.from({ length: seconds }, (_, second) => {
    const at = 2 * Math.round(second * rate);
    const [high = 0, low = 0] = [words[at], words[at + 1]];
    let [similar, all] = [1, 1];
    for (let other = second % stride; other < seconds; other += stride) {
      if (other === second) continue;
      const otherAt = 2 * Math.round(other * rate);
      all++;
      const bits = countBits(high ^ (words[otherAt] ?? 0)) + countBits(low ^ (words[otherAt + 1] ?? 0));
      if (bits <= similarBits) similar++;
    }
    if (all === 1) return 1;
    return Math.min(1, Math.max(minWeight, Math.log(all / similar) / Math.log(Math.min(100, all))));
  });
}
