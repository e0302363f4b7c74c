import { expect, test } from 'vitest';
import { broadcastLufs, mixBounds, usualMix } from './mix-settings.ts';

test('unless somebody wants it otherwise, the voice is at -16 LUFS and the original 12 dB softer under it', () => {
  expect(usualMix).toEqual({ loudnessLufs: -16, voiceDb: 0, originalDb: 0, duckDb: 12 });
});

test('broadcasters ask for -23 LUFS (EBU R 128)', () => {
  expect(broadcastLufs).toBe(-23);
});

test('what is usual, and what broadcasters ask for, may be chosen', () => {
  for (const [name, { least, most }] of Object.entries(mixBounds)) {
    expect(usualMix[name as keyof typeof mixBounds]).toBeGreaterThanOrEqual(least);
    expect(usualMix[name as keyof typeof mixBounds]).toBeLessThanOrEqual(most);
  }
  expect(broadcastLufs).toBeGreaterThan(mixBounds.loudnessLufs.least);
});
