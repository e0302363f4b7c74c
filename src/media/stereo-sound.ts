import type { AudioSample } from 'mediabunny';

/** Channels of the same length, samples from -1 to 1: one, or left and right. */
export type Channels = readonly Float32Array[];

/** How loud centre and surround are in each of two channels: 3 dB softer (ITU-R BS.775). */
const halfPower = Math.SQRT1_2;

/** A piece of sound as left and right: one channel goes to both; of surround sound, all but the deepest is kept. */
export function mixToStereo(sample: AudioSample): [left: Float32Array, right: Float32Array] {
  const left = readChannel(sample, 0);
  if (sample.numberOfChannels === 1) return [left, left.slice()];
  const right = readChannel(sample, 1);
  if (sample.numberOfChannels > 2) addSurround(sample, left, right);
  return [left, right];
}

/** The order is that of WAVE: left, right, centre, deep, then pairs; five channels and fewer have none for the deep. */
function addSurround(sample: AudioSample, left: Float32Array, right: Float32Array): void {
  const hasDeep = sample.numberOfChannels > 5;
  const firstPair = hasDeep ? 4 : 3;
  const hasCentre = sample.numberOfChannels !== 4;
  const sides: [Float32Array, Float32Array][] = [];
  const begin = hasCentre ? firstPair : 2;
  for (let at = begin; at + 1 < sample.numberOfChannels; at += 2)
    sides.push([readChannel(sample, at), readChannel(sample, at + 1)]);
  const centre = hasCentre ? readChannel(sample, 2) : undefined;
  // Whatever all channels have in common must not become louder than full scale.
  const whole = 1 + halfPower * (sides.length + (centre ? 1 : 0));
  for (let at = 0; at < left.length; at++) {
    const middle = centre?.[at] ?? 0;
    let leftSum = (left[at] as number) + halfPower * middle;
    let rightSum = (right[at] as number) + halfPower * middle;
    for (const [leftSide, rightSide] of sides) {
      leftSum += halfPower * (leftSide[at] as number);
      rightSum += halfPower * (rightSide[at] as number);
    }
    left[at] = leftSum / whole;
    right[at] = rightSum / whole;
  }
}

/** One channel of a piece of sound. */
export function readChannel(sample: AudioSample, planeIndex: number): Float32Array {
  const samples = new Float32Array(sample.numberOfFrames);
  sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
  return samples;
}
