import { describe, expect, it } from 'vitest';
import {
  cutFilm,
  joinFilms,
  makeFilm,
  takeMadeFingerprint,
} from '../../../tests/support/made-film-prints.ts';
import { compareCuts, comparedPictureRate } from './compare-cuts.ts';

const film = makeFilm(3, 200);
const taken = takeMadeFingerprint(film);
const takeNew = (cut: typeof film) => takeMadeFingerprint(cut, { pictureRate: comparedPictureRate, seed: 7 });

describe('comparing two cuts', () => {
  it('takes a film that was coded again for the same', async () => {
    const { parts, alike } = await compareCuts(taken, takeNew(film));
    expect(alike).toBe(1);
    expect(parts).toEqual([
      { kind: 'kept', old: { fromMs: 0, toMs: 200_000 }, now: { fromMs: 0, toMs: 200_000 } },
    ]);
  });

  it('finds nothing of a film in another one', async () => {
    const { parts, alike } = await compareCuts(taken, takeNew(makeFilm(4, 200)));
    expect(alike).toBe(0);
    expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'new']);
  });

  it('finds what was cut from the middle', async () => {
    const { parts } = await compareCuts(taken, takeNew(joinFilms(cutFilm(film, 0, 50), cutFilm(film, 60))));
    expect(parts.map(({ kind }) => kind)).toEqual(['kept', 'removed', 'kept']);
  });
});
