import { expect, test } from 'vitest';
import { PictureClock } from './picture-clock.ts';

function makeClock(): PictureClock {
  const clock = new PictureClock();
  clock.setPauses([
    { atSeconds: 2, seconds: 1.5 },
    { atSeconds: 6, seconds: 3 },
  ]);
  return clock;
}

test('while the picture stands still the film goes on, and the same picture is seen', () => {
  const clock = makeClock();
  expect(clock.findPlace(1.9)).toEqual({ seconds: 1.9, stillSeconds: 0 });
  expect(clock.findPlace(2)).toEqual({ seconds: 2, stillSeconds: 1.5 });
  expect(clock.findPlace(3)).toEqual({ seconds: 2, stillSeconds: 0.5 });
  expect(clock.findPlace(3.5)).toEqual({ seconds: 2, stillSeconds: 0 });
  expect(clock.findPlace(5.5)).toEqual({ seconds: 4, stillSeconds: 0 });
  expect(clock.findPlace(8)).toEqual({ seconds: 6, stillSeconds: 2.5 });
});

test('a picture that comes a moment after a pause does not pass over it', () => {
  const clock = makeClock();
  expect(clock.readFilmSeconds(1.98, 1.95)).toBe(1.98);
  expect(clock.readFilmSeconds(2.02, 1.98)).toBe(2);
  expect(clock.readFilmSeconds(2.02, 3.5)).toBeCloseTo(3.52, 6);
  expect(clock.readFilmSeconds(6.4, 7.4)).toBe(7.5);
  expect(clock.readFilmSeconds(6.4, 10.5)).toBeCloseTo(10.9, 6);
});

test('the film is longer than its picture by the pauses', () => {
  expect(makeClock().sumSeconds(10)).toBe(14.5);
  expect(makeClock().toFilmSeconds(7)).toBe(11.5);
});

test('a film without pauses is as its picture', () => {
  const clock = new PictureClock();
  expect(clock.findPlace(3)).toEqual({ seconds: 3, stillSeconds: 0 });
  expect(clock.readFilmSeconds(3, 2)).toBe(3);
  expect(clock.sumSeconds(4)).toBe(4);
});
