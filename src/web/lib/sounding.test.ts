import { expect, test, vi } from 'vitest';
import { beginSounding } from './sounding.ts';

test('whoever begins to sound pauses who sounded before, and only that one', () => {
  const [film, sample, other] = [{ pause: vi.fn() }, { pause: vi.fn() }, { pause: vi.fn() }];
  beginSounding(film);
  beginSounding(film);
  expect(film.pause).not.toHaveBeenCalled();
  beginSounding(sample);
  expect(film.pause).toHaveBeenCalledOnce();
  beginSounding(other);
  expect(film.pause).toHaveBeenCalledOnce();
  expect(sample.pause).toHaveBeenCalledOnce();
  expect(other.pause).not.toHaveBeenCalled();
});
