import { AudioSample } from 'mediabunny';
import { expect, test } from 'vitest';
import { mixToStereo } from './stereo-sound.ts';

/** A sound of which only one channel is heard. */
function makeSound(numberOfChannels: number, heard: number): AudioSample {
  const data = new Float32Array(numberOfChannels * 4).fill(0.5, heard * 4, heard * 4 + 4);
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate: 48_000, timestamp: 0 });
}

const off = Number.NEGATIVE_INFINITY;

test.each([
  { layout: 'mono', dB: [[0, 0]] },
  {
    layout: 'stereo',
    dB: [
      [0, off],
      [off, 0],
    ],
  },
  {
    layout: '3.0',
    dB: [
      [0, off],
      [off, 0],
      [-3, -3],
    ],
  },
  {
    layout: 'quad',
    dB: [
      [0, off],
      [off, 0],
      [-3, off],
      [off, -3],
    ],
  },
  {
    layout: '5.0',
    dB: [
      [0, off],
      [off, 0],
      [-3, -3],
      [-3, off],
      [off, -3],
    ],
  },
  {
    layout: '5.1',
    dB: [
      [0, off],
      [off, 0],
      [-3, -3],
      [off, off],
      [-3, off],
      [off, -3],
    ],
  },
  {
    layout: '6.1',
    dB: [
      [0, off],
      [off, 0],
      [-3, -3],
      [off, off],
      [-6, -6],
      [-3, off],
      [off, -3],
    ],
  },
  {
    layout: '7.1',
    dB: [
      [0, off],
      [off, 0],
      [-3, -3],
      [off, off],
      [-3, off],
      [off, -3],
      [-3, off],
      [off, -3],
    ],
  },
])('each channel of $layout is as loud in the mix as ITU-R BS.775 asks', ({ dB }) => {
  for (const [index, expected] of dB.entries()) {
    using sound = makeSound(dB.length, index);
    const levels = mixToStereo(sound).map(([sample = 0]) => 20 * Math.log10(sample / 0.5));
    expect(
      levels.map(level => Math.round(level)),
      `channel ${index + 1}`,
    ).toEqual(expected);
  }
});
