import { describe, expect, test } from 'vitest';
import { maxWishCharacters } from '#shared/limits.ts';
import { keepOwnWish, putBackOwnWish, wishExamples } from './wish-examples.ts';

const [product, lesson] = wishExamples.map(({ wish }) => wish);

describe('wishes to start from', () => {
  test('are six, each of one or two sentences or a little more, within what the server takes', () => {
    expect(wishExamples.map(({ label }) => label)).toEqual([
      'Product film',
      'Lesson',
      'Travel',
      'Audio description',
      'Social clip',
      'Fairy tale',
    ]);
    for (const { wish } of wishExamples) expect(wish.length).toBeLessThan(maxWishCharacters / 10);
  });

  test('take the place of what was written, which is kept and comes back', () => {
    const own = keepOwnWish([], 'For my grandmother.');
    expect(own).toEqual(['For my grandmother.']);
    expect(putBackOwnWish(own, product ?? '')).toEqual({ wish: 'For my grandmother.', own: [] });
  });

  test('are not kept themselves, nor is an empty field', () => {
    expect(keepOwnWish(keepOwnWish([], product ?? ''), '  ')).toEqual([]);
    expect(putBackOwnWish([], lesson ?? '')).toEqual({ wish: '', own: [] });
  });

  test('that were changed are words of one’s own: pressing again and again shows all of them', () => {
    const changed = `${product} And mention the price.`;
    let state = { wish: changed, own: keepOwnWish(['Mine.'], 'Mine.') };
    const seen = Array.from({ length: 3 }, () => {
      state = putBackOwnWish(state.own, state.wish) as typeof state;
      return state.wish;
    });
    expect(seen).toEqual(['Mine.', changed, 'Mine.']);
  });
});
