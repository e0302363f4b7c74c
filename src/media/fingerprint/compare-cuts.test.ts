import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CutComparison } from '#shared/narration/new-cut.ts';
import {
  cutFilm,
  joinFilms,
  type MadeFilm,
  makeFilm,
  takeMadeFingerprint,
} from '../../../tests/support/made-film-prints.ts';
import { compareCuts, comparedPictureRate } from './compare-cuts.ts';

const film = makeFilm(3, 200);
const other = makeFilm(4, 200);
const loop = joinFilms(...Array.from({ length: 25 }, () => cutFilm(film, 0, 8)));

/** The film in a new cut, coded again with losses. */
async function compare(old: MadeFilm, now: MadeFilm, speed = 1): Promise<CutComparison> {
  const taken = takeMadeFingerprint(now, { pictureRate: comparedPictureRate, seed: 7, speed });
  return await compareCuts(takeMadeFingerprint(old), taken);
}

/** Each part, with its times in whole seconds. */
function describeParts({ parts }: CutComparison): string[] {
  const write = (span: { fromMs: number; toMs: number } | undefined) =>
    span ? `${Math.round(span.fromMs / 1000)}-${Math.round(span.toMs / 1000)}` : 'nowhere';
  return parts.map(
    ({ kind, old, now, isUncertain }) => `${kind}${isUncertain ? '?' : ''} ${write(old)} at ${write(now)}`,
  );
}

describe('comparing two cuts', () => {
  it.each([
    { what: 'a film coded again', now: film, parts: ['kept 0-200 at 0-200'] },
    {
      what: 'a film without its beginning',
      now: cutFilm(film, 20),
      parts: ['removed 0-20 at nowhere', 'kept 20-200 at 0-180'],
    },
    {
      what: 'a film without its end',
      now: cutFilm(film, 0, 150),
      parts: ['kept 0-150 at 0-150', 'removed 150-200 at nowhere'],
    },
    {
      what: 'a film without a scene',
      now: joinFilms(cutFilm(film, 0, 50), cutFilm(film, 60)),
      parts: ['kept 0-50 at 0-50', 'removed 50-60 at nowhere', 'kept 60-200 at 50-190'],
    },
    {
      what: 'a film with a second of something else in it',
      now: joinFilms(cutFilm(film, 0, 77), cutFilm(other, 0, 1), cutFilm(film, 77)),
      parts: ['kept 0-77 at 0-77', 'new nowhere at 77-78', 'kept 77-200 at 78-201'],
    },
    {
      what: 'a film with two scenes swapped',
      now: joinFilms(cutFilm(film, 0, 30), cutFilm(film, 60, 90), cutFilm(film, 30, 60), cutFilm(film, 90)),
      parts: ['kept 0-30 at 0-30', 'kept 60-90 at 30-60', 'kept 30-60 at 60-90', 'kept 90-200 at 90-200'],
    },
    {
      what: 'a film with other sound',
      now: film.map((tick, at) => ({ ...tick, sound: other[at]?.sound ?? 0 })),
      parts: ['sound changed 0-200 at 0-200'],
    },
    {
      what: 'a film with other pictures for a while',
      now: film.map((tick, at) =>
        at < 24 * 60 || at >= 24 * 80 ? tick : { ...tick, picture: other[at]?.picture ?? [0, 0] },
      ),
      parts: ['kept 0-60 at 0-60', 'picture changed 60-80 at 60-80', 'kept 80-200 at 80-200'],
    },
    { what: 'another film', now: other, parts: ['removed 0-200 at nowhere', 'new nowhere at 0-200'] },
    {
      what: 'a film played backwards',
      now: film.toReversed(),
      parts: ['removed 0-200 at nowhere', 'new nowhere at 0-200'],
    },
    {
      what: 'ten seconds of a film',
      now: cutFilm(film, 50, 60),
      parts: ['removed 0-50 at nowhere', 'kept 50-60 at 0-10', 'removed 60-200 at nowhere'],
    },
  ])('finds $what again', async ({ now, parts }) => {
    expect(describeParts(await compare(film, now))).toEqual(parts);
  });

  it.each([24 / 25, 25 / 24, 1.001])('takes a film at %d of its length for the same', async speed => {
    expect(describeParts(await compare(film, film, speed))).toEqual([
      `kept 0-200 at 0-${Math.round(200 * speed)}`,
    ]);
  });

  it('takes a loop that was coded again for the same, and asks where one was cut', async () => {
    expect(describeParts(await compare(loop, loop))).toEqual(['kept 0-200 at 0-200']);
    const { parts } = await compare(loop, cutFilm(loop, 16));
    expect(parts.filter(({ kind, isUncertain }) => kind === 'kept' && !isUncertain)).toEqual([]);
  });

  it('compares nothing with nothing', async () => {
    expect(await compare([], [])).toEqual({ parts: [], alike: 0 });
    expect(describeParts(await compare(film, []))).toEqual(['removed 0-200 at nowhere']);
    expect(describeParts(await compare([], film))).toEqual(['new nowhere at 0-200']);
  });

  it('ends when cancelled', async () => {
    const taken = takeMadeFingerprint(film);
    await expect(compareCuts(taken, taken, AbortSignal.abort())).rejects.toThrow();
  });

  it('moves no line to a wrong place, whatever is cut and put in', async () => {
    const scene = fc.record({
      isOther: fc.boolean(),
      from: fc.integer({ min: 0, max: 20 }),
      seconds: fc.integer({ min: 6, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(scene, { minLength: 1, maxLength: 6 }), async scenes => {
        let [at, nowAt] = [0, 0];
        const placed: { old: number; now: number; seconds: number }[] = [];
        const cut = scenes.flatMap(({ isOther, from, seconds }) => {
          if (isOther) {
            nowAt += seconds;
            return [cutFilm(other, from, from + seconds)];
          }
          const start = at + from;
          const end = Math.min(200, start + seconds);
          if (end - start < 6) return [];
          placed.push({ old: start, now: nowAt, seconds: end - start });
          [at, nowAt] = [end, nowAt + end - start];
          return [cutFilm(film, start, end)];
        });
        const { parts } = await compare(film, joinFilms(...cut));
        for (let second = 0; second < 200; second++) {
          const truth = placed.find(
            ({ old, seconds }) => second >= old + 0.5 && second < old + seconds - 0.5,
          );
          const isNearBoundary = placed.some(
            ({ old, seconds }) => Math.abs(second - old) <= 0.5 || Math.abs(second - old - seconds) <= 0.5,
          );
          if (isNearBoundary) continue;
          const part = parts.find(
            ({ old }) => old && second * 1000 >= old.fromMs && second * 1000 < old.toMs,
          );
          const found = part?.old && part.now ? part.now.fromMs + second * 1000 - part.old.fromMs : undefined;
          const expected = truth && (truth.now + second - truth.old) * 1000;
          expect(found === undefined, `second ${second}`).toBe(expected === undefined);
          if (found !== undefined && expected !== undefined)
            expect(Math.abs(found - expected)).toBeLessThan(300);
        }
      }),
      { numRuns: 15, seed: 64 },
    );
  });
});
