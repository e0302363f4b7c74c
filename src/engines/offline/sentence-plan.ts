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
const leastClockSeconds = 10;
const mostClocks = 8;

/** Everything that could be said about a video, without a thought for its length. */
export function planSentences(
  frames: readonly FrameDescription[],
  phrases: Phrases,
  durationSeconds: number,
): PlannedSentence[] {
  const last = frames.length - 1;
  const middle = frames.findIndex(frame => frame.seconds >= durationSeconds / 2);
  const planned: (PlannedSentence | undefined)[] = [
    { frame: 0, topic: 'opening', variants: phrases.opening, worth: 71 },
    { frame: last, topic: 'ending', variants: phrases.ending, worth: 60 },
  ];
  if (middle > 0) planned.push({ frame: middle, topic: 'halfway', variants: phrases.halfway, worth: 33 });
  for (const [at, frame] of frames.entries()) {
    planned.push(...planStep(frames, at, phrases), ...planView(frames, at, phrases));
    if (at < last)
      planned.push({ frame: at, topic: 'bridge', variants: phrases.bridge, worth: at % 2 ? 16 : 12 });
    if (at > 0 && at !== middle && isClockDue(frame.seconds, frames[at - 1]?.seconds ?? 0, durationSeconds))
      planned.push({ frame: at, topic: 'clock', variants: phrases.clock, worth: 28 });
  }
  return planned.filter(sentence => sentence !== undefined);
}

/** What happened since the picture before. */
function planStep(
  frames: readonly FrameDescription[],
  at: number,
  phrases: Phrases,
): (PlannedSentence | undefined)[] {
  const frame = frames[at];
  const before = frames[at - 1];
  if (!frame?.step || !before) return [];
  const { change, trend } = frame.step;
  const isNew = before.step?.change !== change;
  const changeWorth = {
    cut: 95,
    strong: isNew ? 72 : 24,
    gentle: isNew ? 50 : 21,
    still: isNew ? 55 : 19,
  }[change];
  // "Everything stays as it was" beside "it grows brighter" or a new colour would contradict itself.
  const isContradicted = change === 'still' && (trend !== 'steady' || !isSameView(before, frame));
  return [
    isContradicted
      ? undefined
      : { frame: at, topic: 'change', variants: phrases.change[change], worth: changeWorth },
    // Across a cut the light is another, it did not grow.
    trend === 'steady' || change === 'cut'
      ? undefined
      : {
          frame: at,
          topic: 'trend',
          variants: phrases.trend[trend],
          worth: before.step?.trend === trend ? 30 : 78,
        },
  ];
}

/** What the picture looks like, most of all where it looks different from the one before. */
function planView(
  frames: readonly FrameDescription[],
  at: number,
  phrases: Phrases,
): (PlannedSentence | undefined)[] {
  const frame = frames[at];
  if (!frame) return [];
  const { light, contrast, tone, detail, step } = frame;
  const weigh = (news: number, offset: number, isSame: (one: FrameDescription) => boolean) =>
    weighAgain(countRun(frames, at, isSame), news, offset, step?.change === 'cut');
  const isSameLight = (one: FrameDescription) => one.light === light;
  const lightWorth =
    step && step.trend !== 'steady' && step.change !== 'cut' && countRun(frames, at, isSameLight) > 0
      ? 0
      : weigh(70, 1, isSameLight);
  return [
    {
      frame: at,
      topic: 'colours',
      variants: phrases.colours,
      worth: weigh(weighNewColours(frames, at), 0, one => isSamePalette(one, frame)) + (at === 0 ? 15 : 0),
    },
    light === 'medium'
      ? undefined
      : { frame: at, topic: 'light', variants: phrases.light[light], worth: lightWorth },
    tone === 'neutral'
      ? undefined
      : {
          frame: at,
          topic: 'temperature',
          variants: phrases.temperature[tone],
          worth: weigh(55, 2, one => one.tone === tone),
        },
    contrast === 'medium'
      ? undefined
      : {
          frame: at,
          topic: 'contrast',
          variants: phrases.contrast[contrast],
          worth: weigh(44, 3, one => one.contrast === contrast),
        },
    detail === 'medium'
      ? undefined
      : {
          frame: at,
          topic: 'detail',
          variants: phrases.detail[detail],
          worth: weigh(48, 2, one => one.detail === detail),
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
