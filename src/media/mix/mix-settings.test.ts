import { expect, test } from 'vitest';
import { broadcastLufs, mixBounds, usualMix } from './mix-settings.ts';

test('by default the voice is at -16 LUFS and the original 12 dB lower under it', () => {
  expect(usualMix).toEqual({ loudnessLufs: -16, voiceDb: 0, originalDb: 0, duckDb: 12 });
});

test('common values, and the -23 LUFS of broadcasters (EBU R 128), are allowed', () => {
  for (const [name, { least, most }] of Object.entries(mixBounds)) {
    expect(usualMix[name as keyof typeof mixBounds]).toBeGreaterThanOrEqual(least);
    expect(usualMix[name as keyof typeof mixBounds]).toBeLessThanOrEqual(most);
  }
  expect(broadcastLufs).toBe(-23);
  expect(broadcastLufs).toBeGreaterThan(mixBounds.loudnessLufs.least);
});
