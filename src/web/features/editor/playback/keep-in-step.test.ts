import { expect, test } from 'vitest';
import { chooseCorrection } from './keep-in-step.ts';

/** Lets time pass in frames of 16 ms, as a player that obeys at once. */
function follow(aheadSeconds: number, seconds: number): { ahead: number; jumps: number } {
  let ahead = aheadSeconds;
  let jumps = 0;
  let isHurrying = false;
  for (let passed = 0; passed < seconds; passed += 0.016) {
    const correction = chooseCorrection(ahead, isHurrying);
    isHurrying = correction.kind === 'hurry';
    if (correction.kind === 'hurry') ahead += (correction.factor - 1) * 0.016;
    if (correction.kind === 'jump') {
      ahead = 0;
      jumps++;
    }
  }
  return { ahead, jumps };
}

test.each([0.06, -0.06, 0.09, -0.12, 0.149])('from %d s ahead it is within 50 ms in half a second', ahead => {
  const followed = follow(ahead, 0.5);
  expect(Math.abs(followed.ahead)).toBeLessThan(0.05);
  expect(followed.jumps).toBe(0);
});

test('what nobody notices is left alone, and what is brought back comes to rest', () => {
  expect(chooseCorrection(0.015, false)).toEqual({ kind: 'keep' });
  expect(chooseCorrection(-0.015, true)).toMatchObject({ kind: 'hurry' });
  expect(Math.abs(follow(0.1, 3).ahead)).toBeLessThan(0.01);
});

test('what is far jumps', () => {
  expect(follow(-4, 0.1)).toEqual({ ahead: 0, jumps: 1 });
});
