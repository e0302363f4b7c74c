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
  /** Each step's picture with that of the nearest second, to see where another one begins. Not strictly, only a wholly other one counts. */
  ofNearPicture(offset: number, nowStep: number, isStrict: boolean): number;
  ofSound(offset: number, nowStep: number): number;
}

/** Bits of 64 by which pictures differ that are the same as likely as not, at most. Our measurement. */
const maxEvenBits = 20;
/** Of 32 by which pictures differ by chance: those that differ by less may be the same with a logo or a caption. */
const otherBits = 18;
/** Differences of fewer bits are hardly any. */
const minBitSpread = 4;
const noiseSeconds = 4;
/** Bits of 8 by which a step of sound differs that is the same as likely as not. Our measurement. */
const evenSoundBits = 3;
const oddsOfEqualPictures = 3;
/** Below those of a match, so that a stretch with another picture or another sound stays in its place. */
const oddsOfOtherPictures = -1.5;
const oddsPerSoundBit = 0.2;
/** Bits of 64 by which a second of the same sound differs. */
const soundNoise = 10;
const oddsOfSilenceAgainstSound = -0.15;
/** Of 255: pictures that show less say nothing. */
const minDetails = 4;
/** What is everywhere in the video says hardly anything. */
const minWeight = 0.03;

function countBits(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** @returns the evidence at a speed of the old video in the new one */
export function gatherEvidence(old: Fingerprint, now: Fingerprint): (speed: number) => Evidence {
  const oldSeconds = Math.ceil(old.durationMs / 1000);
  const nowSteps = Math.max(0, Math.round((now.durationMs / 1000) * soundRate));
  const oldSound = readSoundOfSeconds(old, soundRate);
  const nowSound = readSoundOfSeconds(now, 1);
  const pictures = studySeconds(
    old.pictures,
    old.pictureRate,
    oldSeconds,
    measureNoise(old, now, oldSeconds),
  );
  const sounds = studySeconds(oldSound, 1, oldSeconds, new Float32Array(oldSeconds).fill(soundNoise));
  const haveSound = old.sound.length > 0 && now.sound.length > 0;
  const isLoud = (of: Fingerprint, second: number) => (of.loudness[second] ?? 0) > 0;

  const comparePictures = (second: number, nowStep: number, isStrict: boolean) => {
    const oldAt = Math.round(second * old.pictureRate);
    const nowAt = Math.round((nowStep / soundRate) * now.pictureRate);
    const [oldDetails, nowDetails] = [old.details[oldAt], now.details[nowAt]];
    if (oldDetails === undefined || nowDetails === undefined) return 0;
    if (oldDetails < minDetails || nowDetails < minDetails) {
      return oldDetails < minDetails && nowDetails < minDetails ? 0 : oddsOfOtherPictures;
    }
    const bits = compareWords(old.pictures, oldAt, now.pictures, nowAt);
    if (!isStrict) return bits < otherBits ? -oddsOfOtherPictures : oddsOfOtherPictures;
    const even = pictures.evenBits[second] ?? maxEvenBits;
    const odds =
      (oddsOfEqualPictures * (even - bits)) / Math.max(minBitSpread, even - (pictures.noises[second] ?? 0));
    if (odds <= 0) return Math.max(oddsOfOtherPictures, odds);
    return Math.min(oddsOfEqualPictures, odds) * (pictures.weights[second] ?? 0);
  };
  const compareLoudness = (second: number, nowStep: number) => {
    const nowSecond = Math.floor(nowStep / soundRate);
    const [isOldLoud, isNowLoud] = [isLoud(old, second), isLoud(now, nowSecond)];
    if (isOldLoud && isNowLoud) return;
    return isOldLoud === isNowLoud ? 0 : oddsOfSilenceAgainstSound;
  };
  const weighSound = (bits: number, steps: number, second: number) => {
    const odds = oddsPerSoundBit * (evenSoundBits * steps - bits);
    return odds > 0 ? odds * (sounds.weights[second] ?? 0) : odds;
  };

  return speed => {
    const stepOfSecond = Int32Array.from({ length: oldSeconds }, (_, at) =>
      Math.round(at * soundRate * speed),
    );
    const oldSteps = Math.round((old.durationMs / 1000) * soundRate * speed);
    return {
      speed,
      oldSeconds,
      oldSteps,
      nowSteps,
      stepOfSecond,
      ofSecond(second, nowStep) {
        const picture = comparePictures(second, nowStep, true);
        if (!haveSound) return picture;
        const quiet = compareLoudness(second, nowStep);
        if (quiet !== undefined) return picture + quiet * soundRate;
        const bits = compareWords(oldSound, second, nowSound, nowStep);
        return picture + weighSound(bits, soundRate, second);
      },
      ofPicture(offset, nowStep) {
        const second = Math.round((nowStep - offset) / (soundRate * speed));
        return stepOfSecond[second] === nowStep - offset ? comparePictures(second, nowStep, true) : 0;
      },
      ofNearPicture(offset, nowStep, isStrict) {
        const second = Math.round((nowStep - offset) / (soundRate * speed));
        return comparePictures(second, nowStep, isStrict) / soundRate;
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

/**
 * Bits by which each second differs from where the new video is most like it for some seconds: more in a crop than in another codec. A
 * single second would be like some other one by chance.
 */
function measureNoise(old: Fingerprint, now: Fingerprint, seconds: number): Float32Array {
  const least = new Float32Array(seconds).fill(maxEvenBits);
  const stride = Math.max(1, Math.ceil(now.details.length / 20_000));
  const [oldRate, nowRate] = [Math.round(old.pictureRate), Math.round(now.pictureRate)];
  for (let offset = -(seconds - noiseSeconds) * nowRate; offset < now.details.length; offset += stride) {
    let sum = 0;
    const last = new Uint8Array(noiseSeconds);
    const first = Math.max(0, Math.ceil(-offset / nowRate));
    for (let second = first; second < seconds; second++) {
      const nowAt = second * nowRate + offset;
      if (nowAt >= now.details.length) break;
      const bits = compareWords(old.pictures, second * oldRate, now.pictures, nowAt);
      sum += bits - (last[second % noiseSeconds] ?? 0);
      last[second % noiseSeconds] = bits;
      if (second - first < noiseSeconds - 1) continue;
      const mean = sum / noiseSeconds;
      for (let at = second - noiseSeconds + 1; at <= second; at++) {
        if (mean < (least[at] ?? 0)) least[at] = mean;
      }
    }
  }
  return least;
}

function compareWords(one: Uint32Array, oneAt: number, other: Uint32Array, otherAt: number): number {
  return (
    countBits((one[2 * oneAt] ?? 0) ^ (other[2 * otherAt] ?? 0)) +
    countBits((one[2 * oneAt + 1] ?? 0) ^ (other[2 * otherAt + 1] ?? 0))
  );
}

/** How well each second can be told from the others of its video. */
function studySeconds(words: Uint32Array, rate: number, seconds: number, noises: Float32Array) {
  const stride = Math.max(1, Math.ceil(seconds / 1000));
  /** 1 for a second unlike all others, down to nearly 0 for one that is like all: so much does it say about where it is. */
  const weights = new Float32Array(seconds).fill(1);
  /** Bits that lie between the noise and other seconds. */
  const evenBits = new Float32Array(seconds).fill(maxEvenBits);
  for (let second = 0; second < seconds; second++) {
    const noise = noises[second] ?? 0;
    let [similar, all, bits] = [1, 1, 0];
    for (let other = second % stride; other < seconds; other += stride) {
      if (other === second) continue;
      const differing = compareWords(words, Math.round(second * rate), words, Math.round(other * rate));
      all++;
      bits += differing;
      if (differing <= noise + 2) similar++;
    }
    if (all === 1) break;
    const rarity = Math.log(all / similar) / Math.log(Math.min(100, all));
    weights[second] = Math.min(1, Math.max(minWeight, rarity));
    evenBits[second] = Math.min(maxEvenBits, Math.max(noise + 2, (noise + bits / (all - 1)) / 2));
  }
  return { weights, evenBits, noises };
}
