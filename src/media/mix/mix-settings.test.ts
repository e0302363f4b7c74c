import { expect, test } from 'vitest';
import { broadcastLufs, mixBounds, usualMix } from './mix-settings.ts';

test('unless somebody wants it otherwise, the voice is at -16 LUFS and the original 12 dB softer under it', () => {
  expect(usualMix).toEqual({ loudnessLufs: -16, voiceDb: 0, originalDb: 0, duckDb: 12 });
});

test('what is usual, and the -23 LUFS of broadcasters (EBU R 128), may be chosen', () => {
  for (const [name, { least, most }] of Object.entries(mixBounds)) {
    expect(usualMix[name as keyof typeof mixBounds]).toBeGreaterThanOrEqual(least);
    expect(usualMix[name as keyof typeof mixBounds]).toBeLessThanOrEqual(most);
  }
  expect(broadcastLufs).toBe(-23);
  expect(broadcastLufs).toBeGreaterThan(mixBounds.loudnessLufs.least);
});
