import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpokenCue } from '../script/cues.ts';
import { joinPieces, keepSpoken } from './hear-pieces.ts';
import type { Heard, HeardSegment } from './heard.ts';

const say = (text: string, startSeconds: number, endSeconds: number, more: Partial<HeardSegment> = {}) => ({
  text,
  startSeconds,
  endSeconds,
  ...more,
});
const textsOf = ({ segments }: Heard) => segments.map(({ text }) => text);
/** Speech all the time. */
const always = [{ startSeconds: 0, endSeconds: 10_000 }];

describe('pieces of a sound', () => {
  test('give each word once and at its time, wherever the sound was cut', () => {
    const word = fc.record({
      pauseSeconds: fc.integer({ min: 1, max: 20 }),
      seconds: fc.integer({ min: 1, max: 9 }),
    });
    const cuts = fc.uniqueArray(fc.nat(30), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), cuts, (made, cutAt) => {
        const words = layOut(made);
        const joined = joinPieces(cut(words, cutAt));
        const heard = joined.segments.flatMap(segment => segment.words ?? []);
        expect(heard.map(({ text }) => text)).toEqual(words.map(({ text }) => text));
        for (const [index, { startSeconds }] of heard.entries())
          expect(startSeconds).toBeCloseTo(words[index]?.startSeconds ?? -1, 6);
      }),
    );
  });

  test('keep speakers of different pieces apart, as each piece names them anew', () => {
    const piece = { durationSeconds: 10, heard: { segments: [say('Hello.', 0, 1, { speaker: 'A' })] } };
    const [one, other] = joinPieces([
      { ...piece, startSeconds: 10 },
      { ...piece, startSeconds: 0 },
    ]).segments;
    expect(one?.startSeconds).toBe(0);
    expect(one?.speaker).not.toBe(other?.speaker);
    expect(joinPieces([{ ...piece, startSeconds: 0 }]).segments[0]?.speaker).toBe('A');
  });

  test('have the language that is spoken longest, and each segment its own', () => {
    const joined = joinPieces([
      {
        startSeconds: 0,
        durationSeconds: 10,
        heard: { segments: [say('Hallo.', 0, 2)], language: 'German' },
      },
      {
        startSeconds: 10,
        durationSeconds: 10,
        heard: { segments: [say('Hello there.', 0, 9)], language: 'English' },
      },
    ]);
    expect(joined.language).toBe('English');
    expect(joined.segments.map(({ language }) => language)).toEqual(['German', 'English']);
  });

  test('never reach beyond their end', () => {
    const { segments } = joinPieces([
      { startSeconds: 5, durationSeconds: 10, heard: { segments: [say('Late.', 8, 30)] } },
    ]);
    expect(segments[0]).toMatchObject({ startSeconds: 13, endSeconds: 15 });
  });
});

function layOut(made: readonly { readonly pauseSeconds: number; readonly seconds: number }[]): SpokenCue[] {
  let at = 0;
  return made.map(({ pauseSeconds, seconds }, index) => {
    const startSeconds = at + pauseSeconds / 10;
    at = startSeconds + seconds / 10;
    return { text: `word${index}`, startSeconds, endSeconds: at };
  });
}

/** In the pauses before some words. */
function cut(words: readonly SpokenCue[], cutAt: readonly number[]) {
  const indices = [0, ...cutAt.filter(at => at > 0 && at < words.length).sort((a, b) => a - b), words.length];
  return indices.slice(0, -1).map((from, index) => {
    const own = words.slice(from, indices[index + 1]);
    const startSeconds = index === 0 ? 0 : (own[0]?.startSeconds ?? 0) - 0.05;
    const endSeconds = (own.at(-1)?.endSeconds ?? 0) + 0.04;
    const moved = own.map(word => ({
      ...word,
      startSeconds: word.startSeconds - startSeconds,
      endSeconds: word.endSeconds - startSeconds,
    }));
    const segment = { text: '', startSeconds: 0, endSeconds: endSeconds - startSeconds, words: moved };
    return { startSeconds, durationSeconds: endSeconds - startSeconds, heard: { segments: [segment] } };
  });
}

describe('what a recogniser invents is dropped', () => {
  test('text over music and silence', () => {
    const heard = {
      segments: [say('Welcome.', 0, 2), say('Thanks for watching!', 5, 8), say('A song of old.', 10, 14)],
    };
    expect(textsOf(keepSpoken(heard, [{ startSeconds: 0, endSeconds: 2 }]))).toEqual(['Welcome.']);
  });

  test.each([
    'Thanks for watching!',
    'Subtitles by the Amara.org community',
    'ご視聴ありがとうございました',
    'Субтитры сделал DimaTorzok',
    'Sous-titrage ST’ 501',
  ])('"%s", where little is spoken', text => {
    const speech = [{ startSeconds: 5, endSeconds: 6 }];
    expect(textsOf(keepSpoken({ segments: [say(text, 4, 8)] }, speech))).toEqual([]);
    expect(textsOf(keepSpoken({ segments: [say(text, 4, 8)] }, always))).toEqual([text]);
  });

  test('a sentence that is repeated again and again', () => {
    const segments = [0, 1, 2, 3, 4].map(at => say('I am going to the store.', at * 2, at * 2 + 2));
    expect(textsOf(keepSpoken({ segments: [...segments, say('Bye.', 10, 11)] }, always))).toEqual([
      'I am going to the store.',
      'Bye.',
    ]);
    const looped = say(
      'We are here now, we are here now, we are here now, we are here now, we are here now',
      0,
      9,
    );
    expect(textsOf(keepSpoken({ segments: [looped] }, always))).toEqual(['We are here now']);
    const between = say(
      'Now: 今日はいい天気です。今日はいい天気です。今日はいい天気です。今日はいい天気です。はい。',
      0,
      9,
    );
    expect(textsOf(keepSpoken({ segments: [between] }, always))).toEqual(['Now: 今日はいい天気です。はい。']);
  });

  test('but a crowd that shouts stays, and so do sounds', () => {
    const segments = [0, 1, 2, 3].map(at => say('Goal!', at, at + 1));
    expect(keepSpoken({ segments }, always).segments).toHaveLength(4);
    const laughter = say('laughter', 3, 4, { isSound: true });
    expect(keepSpoken({ segments: [laughter] }, []).segments).toEqual([laughter]);
  });
});

test('a text without a length lasts until the speech ends, or the next one begins', () => {
  const speech = [{ startSeconds: 7.4, endSeconds: 9.4 }];
  const chairs = say('Please bring 47 chairs and a good book.', 6.9, 6.9);
  expect(keepSpoken({ segments: [chairs] }, speech).segments).toEqual([
    { ...chairs, startSeconds: 7.4, endSeconds: 9.4 },
  ]);
  const next = say('And a hat.', 8.2, 9.4);
  expect(keepSpoken({ segments: [chairs, next] }, speech).segments[0]).toMatchObject({ endSeconds: 8.2 });
  expect(keepSpoken({ segments: [chairs] }, [{ startSeconds: 60, endSeconds: 70 }]).segments).toEqual([]);
});

test('times without words move to the speech in the sound; far ones and words stay', () => {
  const speech = [
    { startSeconds: 1.4, endSeconds: 3.8 },
    { startSeconds: 6.2, endSeconds: 9 },
  ];
  const segments = [
    say('Hello.', 1, 4),
    say('How are you?', 5.5, 12),
    say('Fine.', 6, 9, { words: [{ text: 'Fine.', startSeconds: 6, endSeconds: 9 }] }),
  ];
  expect(keepSpoken({ segments }, speech).segments).toMatchObject([
    { startSeconds: 1.4, endSeconds: 3.8 },
    { startSeconds: 6.2, endSeconds: 12 },
    { startSeconds: 6, endSeconds: 9 },
  ]);
});

test('sentences of a long answer without times get those of the speech', () => {
  const speech = [
    { startSeconds: 1, endSeconds: 7 },
    { startSeconds: 9, endSeconds: 15 },
    { startSeconds: 20, endSeconds: 26 },
  ];
  const text = 'This is said at first, I believe. Then something else is said. And this comes last of all.';
  expect(keepSpoken({ segments: [say(text, 0, 30)] }, speech).segments).toEqual([
    say('This is said at first, I believe.', 1, 7),
    say('Then something else is said.', 9, 15),
    say('And this comes last of all.', 20, 26),
  ]);
});
