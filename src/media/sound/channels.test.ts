import { AudioSample } from 'mediabunny';
import { expect, test } from 'vitest';
import { mixToStereo } from './channels.ts';

/** A sound with a signal in only one channel. */
function makeSound(numberOfChannels: number, heard: number): AudioSample {
  const data = new Float32Array(numberOfChannels * 4).fill(0.5, heard * 4, heard * 4 + 4);
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate: 48_000, timestamp: 0 });
}

const off = Number.NEGATIVE_INFINITY;
/** Gain of each kind of channel on the left and on the right, in dB. */
const levels: Record<string, readonly number[]> = {
  M: [0, 0],
  L: [0, off],
  R: [off, 0],
  C: [-3, -3],
  LFE: [off, off],
  Ls: [-3, off],
  Rs: [off, -3],
  Cs: [-6, -6],
};

test.each([
  { layout: 'mono', channels: 'M' },
  { layout: 'stereo', channels: 'L R' },
  { layout: '3.0', channels: 'L R C' },
  { layout: 'quad', channels: 'L R Ls Rs' },
  { layout: '5.0', channels: 'L R C Ls Rs' },
  { layout: '5.1', channels: 'L R C LFE Ls Rs' },
  { layout: '6.1', channels: 'L R C LFE Cs Ls Rs' },
  { layout: '7.1', channels: 'L R C LFE Ls Rs Ls Rs' },
])('each channel of $layout is mixed at the level of ITU-R BS.775', ({ channels }) => {
  const names = channels.split(' ');
  for (const [index, name] of names.entries()) {
    using sound = makeSound(names.length, index);
    const heard = mixToStereo(sound).map(([sample = 0]) => Math.round(20 * Math.log10(sample / 0.5)));
    expect(heard, `${name} of ${channels}`).toEqual(levels[name]);
  }
});
