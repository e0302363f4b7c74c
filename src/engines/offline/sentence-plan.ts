import { type FrameDescription, isRecognised } from './frame-description.ts';
import type { ColourName, Phrases } from './phrases/phrases.ts';
import { planMood, planRecognised } from './plan-recognised.ts';
import type { PlannedSentence, Topic } from './planned-sentence.ts';

/** What begins and ends a narration is worth less where there is something to tell. */
const frameWorth = {
  measured: { opening: 71, ending: 60 },
  recognised: { opening: 45, ending: 44 },
} as const;
/** Beside recognised pictures, one that was only measured is worth so much less. */
const measuredDiscount = 40;

/** Everything that could be said about a video, without a thought for its length. */
export function planSentences(frames: readonly FrameDescription[], phrases: Phrases): PlannedSentence[] {
  const last = frames.length - 1;
  const anyRecognised = frames.some(isRecognised);
  const worth = anyRecognised ? frameWorth.recognised : frameWorth.measured;
  const planned: PlannedSentence[] = [
    { frame: 0, topic: 'opening', variants: phrases.opening, worth: worth.opening },
    { frame: last, topic: 'ending', variants: phrases.ending, worth: worth.ending },
    ...planMood(frames, phrases),
  ];
  for (const [at, frame] of frames.entries()) {
    planned.push(...planRecognised(frames, at, phrases));
    if (!isRecognised(frame)) planned.push(...planMeasured(frames, at, phrases, anyRecognised));
  }
  return planned;
}

/** Light, colour and movement of a picture in which nothing was recognised, and what gives the eye time. */
function planMeasured(
  frames: readonly FrameDescription[],
  at: number,
  phrases: Phrases,
  anyRecognised: boolean,
): PlannedSentence[] {
  const planned = [...planStep(frames, at, phrases), ...planView(frames, at, phrases)];
  if (anyRecognised)
    return planned.map(sentence => ({ ...sentence, worth: Math.max(0, sentence.worth - measuredDiscount) }));
  if (at === frames.length - 1) return planned;
  return [...planned, { frame: at, topic: 'bridge', variants: phrases.bridge, worth: at % 2 ? 16 : 12 }];
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
      const items = topic === 'colours' ? frame.colours.map(name => phrases.colourNames[name]) : [];
      return { frame: at, topic, variants, items, worth: first + weighAgain(run, news, offset, isAfterCut) };
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
