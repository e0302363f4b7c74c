import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxSpeed, maxSubtitleSpeed } from '../limits.ts';
import { descriptionMessages } from '../messages/description.ts';
import { t } from '../messages/message.ts';
import { sumPauses } from './cues.ts';
import { computeGaps, type TimeSpan } from './gaps.ts';
import {
  chooseSpeed,
  type DescribedVideo,
  type DescriptionPlan,
  fitLine,
  type LineDelivery,
  type LineToPlan,
  listAvailableSeconds,
  placeDelivery,
  placeInOrder,
  planDescription,
} from './plan-lines.ts';

const deliver = (
  startSeconds: number,
  seconds: number,
  delivery: LineDelivery = {},
  availableSeconds = 4,
) => ({
  text: `at ${startSeconds}`,
  ...placeDelivery({ startSeconds, availableSeconds, seconds }, delivery),
});

const round = (placed: readonly { startSeconds: number; endSeconds: number; speed: number }[]) =>
  placed.map(({ startSeconds, endSeconds, speed }) =>
    [startSeconds, endSeconds, speed].map(each => Number(each.toFixed(2))),
  );

test('a slow line needs more time, and its pauses take time from it', () => {
  expect(deliver(2, 2, { pace: 0.8, pauseBeforeMs: 500, pauseAfterMs: 1000 })).toMatchObject({
    pace: 0.8,
    startSeconds: 2.5,
    availableSeconds: 2.5,
    seconds: 2.5,
  });
  expect(deliver(2, 2, { pauseAfterMs: 9000 }).availableSeconds).toBe(0);
  expect(deliver(2, 2, { pace: 10 }).pace).toBe(1.3);
});

test('nothing is heard in the pause of a line, whatever the lines around it take', () => {
  const lines = [deliver(0, 4, { pauseAfterMs: 500 }), deliver(4, 6, { pauseBeforeMs: 500 }), deliver(8, 1)];
  expect(round(placeInOrder(lines))).toEqual([
    [0, 3.48, 1.15],
    [4.5, 9.72, 1.15],
    [9.72, 10.72, 1],
  ]);
});

test('a description keeps its pauses from speech and from other lines, and stops the video for them', () => {
  const gap = { startSeconds: 1, endSeconds: 6 };
  const video = (kind: DescribedVideo['kind']) => ({ kind, gaps: [gap], durationSeconds: 20 });
  const lines = [
    deliver(0, 0.9, { pauseBeforeMs: 1000 }),
    deliver(3, 2.4, { pauseBeforeMs: 250, pauseAfterMs: 500 }),
  ];
  const placed = [
    [2, 2.9, 1],
    [3.25, 5.45, 1.09],
  ];
  expect(round(planDescription(lines, video('standard')).lines)).toEqual(placed);
  const long = lines.map((each, at) => (at === 1 ? { ...each, seconds: 4 } : each));
  const stopped = planDescription(long, video('extended'));
  expect(round(stopped.lines).at(-1)).toEqual([3.25, 7.25, 1]);
  expect(stopped.pauses[0]?.seconds).toBeCloseTo(7.25 + 0.5 + 0.05 - 6);
});

test('a line is as much faster as it must be, and subtitles half as fast again at most', () => {
  expect(chooseSpeed(2, 3).speed).toBe(1);
  expect(chooseSpeed(4, 3)).toMatchObject({ speed: maxSpeed });
  expect(chooseSpeed(4, 3.05, maxSubtitleSpeed)).toMatchObject({ speed: (4 / 3) * 1.001, excessSeconds: 0 });
  expect(chooseSpeed(9, 3, maxSubtitleSpeed).speed).toBe(maxSubtitleSpeed);
});

test('a line that is too long runs into the next time, is not cut, and the next ones catch up', () => {
  const lines = [
    { startSeconds: 0, seconds: 6, availableSeconds: 2 },
    { startSeconds: 2, seconds: 4, availableSeconds: 4 },
    { startSeconds: 6, seconds: 1, availableSeconds: 4 },
    { startSeconds: 10, seconds: 1, availableSeconds: 4 },
  ];
  const placed = placeInOrder(lines, { most: maxSubtitleSpeed });
  expect(placed.map(({ speed }) => speed)).toEqual([1.5, 1.5, 1, 1]);
  expect(placed.map(({ startSeconds }) => Number(startSeconds.toFixed(2)))).toEqual([0, 4, 6.67, 10]);
  for (const [at, { startSeconds }] of placed.entries())
    expect(startSeconds).toBeGreaterThanOrEqual(placed[at - 1]?.endSeconds ?? 0);
});

const gap = (startSeconds: number, endSeconds: number): TimeSpan => ({ startSeconds, endSeconds });
const line = (startSeconds: number, seconds: number): LineToPlan => ({
  startSeconds,
  seconds,
  text: `at ${startSeconds}`,
});
/** A minute with speech from 10 to 20 and from 30 to 50. */
const video = { gaps: [gap(0, 10), gap(20, 30), gap(50, 60)], durationSeconds: 60 } as const;
const standard: DescribedVideo = { ...video, kind: 'standard' };
const extended: DescribedVideo = { ...video, kind: 'extended' };

const times = ({ lines }: DescriptionPlan<LineToPlan>) =>
  lines.map(({ startSeconds, endSeconds }) => [
    Number(startSeconds.toFixed(2)),
    Number(endSeconds.toFixed(2)),
  ]);

describe('a standard description', () => {
  test('places each line at its time, at natural speed, if its gap is long enough', () => {
    const plan = planDescription([line(0, 4), line(5, 4), line(20, 3)], standard);
    expect(times(plan)).toEqual([
      [0, 4],
      [5, 9],
      [20, 23],
    ]);
    expect(plan.lines.map(({ speed }) => speed)).toEqual([1, 1, 1]);
    expect(plan).toMatchObject({ pauses: [], leftOut: [], durationSeconds: 60 });
  });

  test('speeds up a line that is slightly too long, so that it ends before speech begins', () => {
    const [planned] = planDescription([line(25, 5.5)], standard).lines;
    expect(planned?.speed).toBeGreaterThan(1.1);
    expect(planned?.speed).toBeLessThanOrEqual(maxSpeed);
    expect(planned?.endSeconds).toBeLessThan(30);
  });

  test('leaves out a line that does not fit its gap, or begins during speech, with the reason', () => {
    const lines = [line(4, 9), line(14, 2), line(22, 3)];
    const plan = planDescription(lines, standard);
    expect(plan.leftOut).toEqual([
      {
        line: lines[0],
        reason: t(descriptionMessages.gapTooShort, { seconds: '9.0', available: '6.0' }),
        isTooLong: true,
      },
      { line: lines[1], reason: t(descriptionMessages.duringSpeech), isTooLong: false },
    ]);
    expect(times(plan)).toEqual([[22, 25]]);
  });

  test('delays a line to a gap that begins right after its time', () => {
    expect(times(planDescription([line(19.2, 3)], standard))).toEqual([[20, 23]]);
  });

  test('delays a line that would begin during the one before it', () => {
    expect(times(planDescription([line(20, 5), line(22, 4)], standard))).toEqual([
      [20, 25],
      [25.05, 29.05],
    ]);
    const { leftOut } = planDescription([line(20, 9.9), line(22, 4)], standard);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      t(descriptionMessages.linesBefore, { seconds: '4.0', available: '0.1' }),
    ]);
  });
});

describe('an extended description', () => {
  test('pauses the video at the end of the gap for the missing time', () => {
    const plan = planDescription([line(26, 10), line(51, 2)], extended);
    expect(plan.pauses).toEqual([{ atSeconds: 29.9, seconds: expect.closeTo(6.05, 5) }]);
    expect(times(plan)).toEqual([
      [26, 36],
      [57.05, 59.05],
    ]);
    expect(plan.durationSeconds).toBeCloseTo(66.05, 5);
    expect(plan.leftOut).toEqual([]);
  });

  test('does not pause if a slightly higher speed is enough', () => {
    expect(planDescription([line(25, 5.5)], extended).pauses).toEqual([]);
  });

  describe('for a line during speech', () => {
    const places = (startSeconds: number, more: Partial<DescribedVideo>) =>
      planDescription([line(startSeconds, 3)], { ...extended, ...more }).pauses.map(({ atSeconds }) =>
        Number(atSeconds.toFixed(2)),
      );
    const speech = [gap(10, 15.2), gap(15.8, 20), gap(30, 50)];

    test('pauses between two words: in the next pause within 5 s, else in the one before', () => {
      expect(places(12, { speech })).toEqual([15.3]);
      expect(places(15.5, { speech })).toEqual([15.5]);
      expect(places(17, { speech })).toEqual([20.1]);
      expect(places(33, { speech })).toEqual([29.9]);
      expect(places(13, {})).toEqual([9.9]);
    });

    test('goes by the words rather than by the sound', () => {
      const words = [gap(10, 13.9), gap(14.1, 15), gap(15.1, 20), gap(30, 50)];
      expect(places(12, { speech, words })).toEqual([14]);
    });

    test('leaves it out if nobody pauses near, and says so', () => {
      const late = line(40, 3);
      const { pauses, lines, leftOut } = planDescription([late], { ...extended, speech });
      expect({ pauses, lines }).toEqual({ pauses: [], lines: [] });
      expect(leftOut).toEqual([
        { line: late, reason: t(descriptionMessages.noPauseNear, { seconds: 5 }), isTooLong: false },
      ]);
    });

    test('pauses at its time if the sound is unknown', () => {
      expect(places(40, {})).toEqual([40]);
    });

    test('may pause at the beginning, before anybody speaks', () => {
      expect(places(2, { gaps: [], speech: [gap(0, 60)] })).toEqual([0]);
    });
  });

  test('pauses before a word that reaches into the gap, and no line is spoken over it', () => {
    const words = [gap(10, 20), gap(29.5, 50)];
    const plan = planDescription([line(26, 10)], { ...extended, words });
    expect(plan.pauses).toEqual([{ atSeconds: expect.closeTo(29.4, 5), seconds: expect.closeTo(6.55, 5) }]);
    const described = { ...standard, words };
    expect(planDescription([line(26, 3.9)], described).lines[0]?.endSeconds).toBeLessThan(29.5);
  });

  test('places two lines in one pause one after the other', () => {
    const plan = planDescription([line(40, 3), line(40.5, 2)], {
      ...extended,
      gaps: [],
      speech: [gap(38, 60)],
    });
    expect(plan.pauses).toEqual([{ atSeconds: 37.9, seconds: expect.closeTo(5.1, 5) }]);
    expect(times(plan)).toEqual([
      [37.9, 40.9],
      [40.95, 42.95],
    ]);
  });

  test('never pauses after the last frame', () => {
    const { pauses, lines, durationSeconds } = planDescription([line(58, 9)], extended);
    expect(pauses).toEqual([{ atSeconds: 59.5, seconds: expect.closeTo(7.05, 5) }]);
    expect(lines[0]?.endSeconds).toBeLessThan(durationSeconds);
  });
});

test('the available duration lasts until speech or the next line, and is 0 during speech', () => {
  const cues = [line(2, 0), line(6, 0), line(14, 0), line(19.5, 0)];
  expect(listAvailableSeconds(cues, video.durationSeconds, video)).toEqual([4, 4, 0, 10]);
});

test('missing time is an excess in a standard description, and a pause in an extended one', () => {
  expect(fitLine(3, 5, 'standard')).toEqual({ speed: 1, excessSeconds: 0 });
  expect(fitLine(8, 5, 'standard')).toMatchObject({ speed: maxSpeed });
  expect(fitLine(8, 5, 'standard').pauseSeconds).toBeUndefined();
  expect(fitLine(8, 5, 'standard').excessSeconds).toBeGreaterThan(1.9);
  expect(fitLine(8, 5, 'extended')).toEqual({
    speed: 1,
    excessSeconds: 0,
    pauseSeconds: expect.closeTo(3.05, 5),
  });
});

describe('for any lines and gaps', () => {
  const spans = fc
    .array(fc.tuple(fc.integer({ min: 300, max: 9000 }), fc.integer({ min: 100, max: 12_000 })), {
      maxLength: 15,
    })
    .map(lengths => {
      let at = 0;
      return lengths.map(([speech, silence]) => {
        const startSeconds = at + speech / 1000;
        at = startSeconds + silence / 1000;
        return { startSeconds, endSeconds: at };
      });
    });
  const cases = fc.record({
    gaps: spans,
    rest: fc.integer({ min: 100, max: 9000 }),
    kind: fc.constantFrom('standard' as const, 'extended' as const),
    lines: fc.array(
      fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 200, max: 15_000 })),
      {
        maxLength: 25,
      },
    ),
  });

  const build = ({
    gaps,
    rest,
    kind,
    lines: asked,
  }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never) => {
    const durationSeconds = (gaps.at(-1)?.endSeconds ?? 0) + rest / 1000;
    const lines = asked
      .map(([share, ms]) => line(share * durationSeconds, ms / 1000))
      .sort((one, other) => one.startSeconds - other.startSeconds);
    return { lines, video: { gaps, durationSeconds, kind } };
  };

  /** Times of speech in the finished video. */
  const listSpeech = ({ gaps, durationSeconds }: DescribedVideo, { pauses }: DescriptionPlan<LineToPlan>) => {
    const edges = [0, ...gaps.flatMap(each => [each.startSeconds, each.endSeconds]), durationSeconds];
    return edges.flatMap((from, at) => {
      if (at % 2 === 1) return [];
      const until = edges[at + 1] ?? durationSeconds;
      const cuts = pauses.map(({ atSeconds }) => atSeconds).filter(each => each > from && each < until);
      const parts = [from, ...cuts, until];
      return parts.slice(1).map((end, part) => {
        const start = parts[part] ?? 0;
        const shift = sumPauses(pauses.filter(({ atSeconds }) => atSeconds <= start));
        return { startSeconds: start + shift, endSeconds: end + shift };
      });
    });
  };

  test('no line overlaps speech or another line, each is placed or reported, and the duration is right', () => {
    fc.assert(
      fc.property(cases, each => {
        const { lines, video: described } = build(each);
        const plan = planDescription(lines, described);
        for (const { startSeconds, endSeconds } of plan.lines)
          for (const speech of listSpeech(described, plan)) {
            const overlap =
              Math.min(endSeconds, speech.endSeconds) - Math.max(startSeconds, speech.startSeconds);
            expect(overlap).toBeLessThan(1e-6);
          }
        for (const [at, planned] of plan.lines.entries()) {
          expect(planned.startSeconds).toBeGreaterThan(plan.lines[at - 1]?.endSeconds ?? -1);
          expect(planned.endSeconds).toBeLessThanOrEqual(plan.durationSeconds + 1e-6);
          expect(planned.speed).toBeLessThanOrEqual(maxSpeed);
        }
        const reported = [...plan.lines, ...plan.leftOut].map(({ line: one }) => lines.indexOf(one));
        expect(reported.sort((one, other) => one - other)).toEqual([...lines.keys()]);
        expect(plan.durationSeconds).toBeCloseTo(described.durationSeconds + sumPauses(plan.pauses), 6);
        if (described.kind === 'standard') expect(plan.pauses).toEqual([]);
        else expect(plan.leftOut).toEqual([]);
        for (const [at, { atSeconds, seconds }] of plan.pauses.entries()) {
          expect(seconds).toBeGreaterThan(0);
          expect(atSeconds).toBeGreaterThan(plan.pauses[at - 1]?.atSeconds ?? -1);
          expect(atSeconds).toBeLessThan(described.durationSeconds);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a pause never lies within a word', () => {
    const words = fc.array(
      fc.tuple(fc.integer({ min: 40, max: 1200 }), fc.integer({ min: 0, max: 700 }), fc.boolean()),
      { minLength: 1, maxLength: 80 },
    );
    fc.assert(
      fc.property(words, cases, (lengths, { lines: asked }) => {
        let at = 0;
        const said = lengths.map(([wordMs, quietMs, isLong]) => {
          const startSeconds = at + (isLong ? 5 * quietMs : quietMs) / 1000;
          at = startSeconds + wordMs / 1000;
          return { startSeconds, endSeconds: at };
        });
        const durationSeconds = at + 1;
        const described = {
          ...extended,
          gaps: computeGaps(said, durationSeconds),
          durationSeconds,
          words: said,
        };
        const { lines } = build({ gaps: [], rest: durationSeconds * 1000, kind: 'extended', lines: asked });
        const { pauses, lines: placed, leftOut } = planDescription(lines, described);
        expect(placed.length + leftOut.length).toBe(lines.length);
        for (const { atSeconds } of pauses)
          expect(said.filter(word => word.startSeconds < atSeconds && word.endSeconds > atSeconds)).toEqual(
            [],
          );
      }),
      { numRuns: 500 },
    );
  });
});
