import type { FrameDescription } from './frame-description.ts';
import type { ColourName, Phrases } from './phrases/phrases.ts';

/** A sentence that could be said about one picture. */
export interface PlannedSentence {
  /** Which picture, from 0. */
  readonly frame: number;
  readonly topic: Topic;
  /** The phrases of one meaning, in the language's own words. */
  readonly variants: readonly string[];
  /** How much a listener gains by it, 0 (leave it out) to 100; see `chooseSentences`. */
  readonly worth: number;
}

/** The order in which the sentences about one picture may be said; what happens comes before what is seen. */
export const topicOrders = [
  [
    'opening',
    'halfway',
    'clock',
    'change',
    'trend',
    'light',
    'colours',
    'temperature',
    'contrast',
    'detail',
    'bridge',
    'ending',
  ],
  [
    'opening',
    'clock',
    'halfway',
    'change',
    'trend',
    'colours',
    'temperature',
    'detail',
    'light',
    'contrast',
    'bridge',
    'ending',
  ],
] as const;

export type Topic = (typeof topicOrders)[number][number];

/** The time is told at most this often, in seconds, and at most this many times in a video. */
const leastClockSeconds = 15;
const mostClocks = 5;

/** Everything that could be said about a video, without a thought for its length. */
export function planSentences(
  frames: readonly FrameDescription[],
  phrases: Phrases,
  durationSeconds: number,
): PlannedSentence[] {
  const last = frames.length - 1;
  const middle = frames.findIndex(frame => frame.seconds >= durationSeconds / 2);
  const planned: PlannedSentence[] = [
    { frame: 0, topic: 'opening', variants: phrases.opening, worth: 71 },
    { frame: last, topic: 'ending', variants: phrases.ending, worth: 60 },
  ];
  for (const [at, frame] of frames.entries()) {
    planned.push(...planStep(frames, at, phrases), ...planView(frames, at, phrases));
    if (at > 0 && at === middle)
      planned.push({ frame: at, topic: 'halfway', variants: phrases.halfway, worth: 33 });
    else if (at > 0 && isClockDue(frame.seconds, frames[at - 1]?.seconds ?? 0, durationSeconds))
      planned.push({ frame: at, topic: 'clock', variants: phrases.clock, worth: 28 });
    if (at < last)
      planned.push({ frame: at, topic: 'bridge', variants: phrases.bridge, worth: at % 2 ? 16 : 12 });
  }
  return planned;
}

/** What a change is worth when it is new, and when the step before was the same. */
const changeWorth = {
  cut: { news: 95, again: 95 },
  strong: { news: 72, again: 24 },
  gentle: { news: 50, again: 21 },
  still: { news: 55, again: 19 },
} as const;

/** What happened since the picture before. */
function planStep(frames: readonly FrameDescription[], at: number, phrases: Phrases): PlannedSentence[] {
  const frame = frames[at];
  const before = frames[at - 1];
  if (!frame?.step || !before) return [];
  const { change, trend } = frame.step;
  const planned: PlannedSentence[] = [];
  // "Everything stays as it was" beside "it grows brighter" or a new colour would contradict itself.
  const isContradicted = change === 'still' && (trend !== 'steady' || !isSameView(before, frame));
  if (!isContradicted) {
    const worth = changeWorth[change][before.step?.change === change ? 'again' : 'news'];
    planned.push({ frame: at, topic: 'change', variants: phrases.change[change], worth });
  }
  // Across a cut the light is another; it did not grow.
  if (trend !== 'steady' && change !== 'cut') {
    const worth = before.step?.trend === trend ? 30 : 78;
    planned.push({ frame: at, topic: 'trend', variants: phrases.trend[trend], worth });
  }
  return planned;
}

/** A quality of a picture that can be put into words. */
interface Quality {
  readonly topic: Topic;
  /** Missing where the quality is nothing remarkable. */
  readonly variants: readonly string[] | undefined;
  /** What it is worth when it is new. */
  readonly news: number;
  /** At which moment it may be said again, so that not all come back together. */
  readonly offset: number;
  readonly isSame: (other: FrameDescription) => boolean;
}

/** What the picture looks like, most of all where it looks different from the one before. */
function planView(frames: readonly FrameDescription[], at: number, phrases: Phrases): PlannedSentence[] {
  const frame = frames[at];
  if (!frame) return [];
  const isAfterCut = frame.step?.change === 'cut';
  return listQualities(frame, phrases, weighNewColours(frames, at)).flatMap(
    ({ topic, variants, news, offset, isSame }) => {
      const run = countRun(frames, at, isSame);
      // "It grows brighter. The picture is dark." would sound like a contradiction.
      const isSaidByTrend = topic === 'light' && run > 0 && frame.step?.trend !== 'steady' && !isAfterCut;
      if (!variants || isSaidByTrend) return [];
      const first = topic === 'colours' && at === 0 ? 15 : 0;
      return { frame: at, topic, variants, worth: first + weighAgain(run, news, offset, isAfterCut) };
    },
  );
}

function listQualities(frame: FrameDescription, phrases: Phrases, colourNews: number): Quality[] {
  const { light, contrast, tone, detail } = frame;
  return [
    {
      topic: 'colours',
      variants: phrases.colours,
      news: colourNews,
      offset: 0,
      isSame: other => isSamePalette(other, frame),
    },
    {
      topic: 'light',
      variants: light === 'medium' ? undefined : phrases.light[light],
      news: 70,
      offset: 1,
      isSame: other => other.light === light,
    },
    {
      topic: 'temperature',
      variants: tone === 'neutral' ? undefined : phrases.temperature[tone],
      news: 55,
      offset: 2,
      isSame: other => other.tone === tone,
    },
    {
      topic: 'contrast',
      variants: contrast === 'medium' ? undefined : phrases.contrast[contrast],
      news: 44,
      offset: 3,
      isSame: other => other.contrast === contrast,
    },
    {
      topic: 'detail',
      variants: detail === 'medium' ? undefined : phrases.detail[detail],
      news: 48,
      offset: 2,
      isSame: other => other.detail === detail,
    },
  ];
}

function isClockDue(seconds: number, secondsBefore: number, durationSeconds: number): boolean {
  const interval = Math.max(leastClockSeconds, durationSeconds / mostClocks);
  return Math.floor(seconds / interval) > Math.floor(secondsBefore / interval);
}

/** A colour that was not there is news; one that has gone, or comes back at once, is hardly any. */
function weighNewColours(frames: readonly FrameDescription[], at: number): number {
  const isIn = (picture: FrameDescription | undefined, name: ColourName) => picture?.colours.includes(name);
  const added = frames[at]?.colours.filter(name => !isIn(frames[at - 1], name)) ?? [];
  const unseen = added.filter(name => !isIn(frames[at - 2], name));
  if (unseen.some(name => !uncoloured.includes(name))) return 75;
  if (unseen.length > 0) return 62;
  return added.length > 0 ? 32 : 22;
}

const uncoloured: readonly ColourName[] = ['black', 'grey', 'white'];

/** How many pictures right before this one were already so. */
function countRun(
  frames: readonly FrameDescription[],
  at: number,
  isSame: (one: FrameDescription) => boolean,
): number {
  let run = 0;
  for (let before = frames[at - 1]; before && isSame(before); before = frames[at - 1 - run]) run++;
  return run;
}

/**
 * News is worth most. What was so before may be said again after a while, each quality at a moment of its own
 * (`offset`), never right after.
 */
function weighAgain(run: number, news: number, offset: number, isAfterCut: boolean): number {
  if (isAfterCut) return news + 10;
  if (run === 0) return news;
  if (run === 1) return 0;
  const rhythm = (run + offset) % 4;
  if (rhythm === 0) return 26;
  return rhythm === 2 ? 14 : 6;
}

function isSamePalette(one: FrameDescription, other: FrameDescription): boolean {
  return [...one.colours].sort().join() === [...other.colours].sort().join();
}

function isSameView(one: FrameDescription, other: FrameDescription): boolean {
  return one.light === other.light && isSamePalette(one, other);
}
