import { expect, test } from 'vitest';
import { startsLikeMp3 } from './read-sound.ts';

test.each([
  ['an ID3 tag', [0x49, 0x44, 0x33, 0x04], true],
  ['a frame of MPEG 1 layer III', [0xff, 0xfb, 0x90, 0x00], true],
  ['a frame of MPEG 2 layer III, as tts-1 sends it', [0xff, 0xf3, 0xe4, 0xc4], true],
  ['a frame of AAC', [0xff, 0xf1, 0x50, 0x80], false],
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], false],
  ['a web page', [...Buffer.from('<htm')], false],
  ['a WAV', [...Buffer.from('RIFF')], false],
  ['too little', [0xff, 0xfb], false],
])('%s: %o', (_, bytes, expected) => {
  expect(startsLikeMp3(Uint8Array.from(bytes))).toBe(expected);
});
