import { type DescribedThing, type FrameDescription, isRecognised, type Word } from './frame-description.ts';
import type { Phrases } from './phrases/phrases.ts';
import type { PlannedSentence, Topic } from './planned-sentence.ts';

/** More would be an inventory. */
const maxNames = 4;

/** What a motion is worth, and where in a picture's sentences it is told. */
const motions: Readonly<Record<Word<'motion'>, { readonly topic: Topic; readonly worth: number }>> = {
  seen: { topic: 'seen', worth: 93 },
  coming: { topic: 'coming', worth: 88 },
  'left to right': { topic: 'crossing', worth: 84 },
  'right to left': { topic: 'crossing', worth: 84 },
  nearing: { topic: 'nearing', worth: 68 },
  receding: { topic: 'receding', worth: 64 },
  staying: { topic: 'staying', worth: 24 },
};

/** That something is still there is told only where nothing else has happened for so many pictures. */
const quietPictures = 2;

/** What was recognised in a picture, in words. */
export function planRecognised(
  frames: readonly FrameDescription[],
  at: number,
  phrases: Phrases,
): PlannedSentence[] {
  const frame = frames[at];
  if (!frame) return [];
  return [
    ...planPrint(frame, at, phrases),
    ...planMotions(frames, at, phrases),
    ...planQualities(frames, at, phrases),
    ...planList('going', phrases.things.going, frame.gone, { at, worth: 60, phrases }),
  ];
}

function planPrint({ lines }: FrameDescription, at: number, phrases: Phrases): PlannedSentence[] {
  if (lines.length === 0) return [];
  const [opening, closing] = phrases.quotationMarks;
  const items = lines.map(({ text }) => `${opening}${text}${closing}`);
  return [{ frame: at, topic: 'written', variants: phrases.written, items, worth: 96 }];
}

function planMotions(frames: readonly FrameDescription[], at: number, phrases: Phrases): PlannedSentence[] {
  const things = frames[at]?.things ?? [];
  const { crossing, ...variants } = phrases.things;
  const variantsOf: Readonly<Record<Word<'motion'>, readonly string[]>> = {
    ...variants,
    'left to right': crossing.leftToRight,
    'right to left': crossing.rightToLeft,
  };
  const reported = new Set(things.map(({ motion }) => motion));
  const quiet = countQuietPictures(frames, at);
  if (quiet === 0 || quiet % quietPictures !== 0) reported.delete('staying');
  return [...reported].flatMap(motion => {
    const { topic, worth } = motions[motion];
    const names = things.filter(thing => thing.motion === motion).map(({ name }) => name);
    return planList(topic, variantsOf[motion], names, { at, worth, phrases });
  });
}

/** How many pictures up to this one show only what was there before. */
function countQuietPictures(frames: readonly FrameDescription[], at: number): number {
  const isQuiet = ({ things, lines, gone }: FrameDescription) =>
    lines.length + gone.length === 0 && things.every(({ motion }) => motion === 'staying');
  return at - frames.findLastIndex((frame, index) => index <= at && !isQuiet(frame));
}

/** What is new of a kind beside its being there: that there are several of it, and whether it is near or far. */
function planQualities(frames: readonly FrameDescription[], at: number, phrases: Phrases): PlannedSentence[] {
  const things = frames[at]?.things ?? [];
  const findBefore = ({ name, motion }: DescribedThing) =>
    motion === 'seen' ? undefined : frames[at - 1]?.things.find(thing => thing.name === name);
  const several = things.filter(thing => thing.isSeveral && !findBefore(thing)?.isSeveral);
  const isNew = ({ motion }: DescribedThing) => motion === 'seen' || motion === 'coming';
  const near = things.filter(thing => isNew(thing) && thing.distance === 'near' && !thing.isSeveral);
  const far = things.filter(thing => isNew(thing) && thing.distance === 'far');
  const toNames = (described: readonly DescribedThing[]) => described.map(({ name }) => name);
  const { things: words } = phrases;
  return [
    ...planList('several', words.several, toNames(several), { at, worth: 58, phrases }),
    ...planList('near', words.near, toNames(near), { at, worth: 46, phrases }),
    ...planList('far', words.far, toNames(far), { at, worth: 44, phrases }),
  ];
}

function planList(
  topic: Topic,
  variants: readonly string[],
  names: readonly DescribedThing['name'][],
  { at, worth, phrases }: { readonly at: number; readonly worth: number; readonly phrases: Phrases },
): PlannedSentence[] {
  if (names.length === 0) return [];
  const items = names.slice(0, maxNames).map(name => phrases.thingNames[name]);
  return [{ frame: at, topic, variants, items, worth }];
}

/** Beside things and print, light or colour is told once, as a mood: the first that is remarkable. */
export function planMood(frames: readonly FrameDescription[], phrases: Phrases): PlannedSentence[] {
  const at = frames.findIndex(frame => isRecognised(frame) && findMood(frame, phrases));
  const mood = frames[at] && findMood(frames[at], phrases);
  return mood ? [{ frame: at, ...mood, worth: 52 }] : [];
}

function findMood({ light, tone }: FrameDescription, phrases: Phrases) {
  if (light !== 'medium') return { topic: 'light', variants: phrases.light[light] } as const;
  if (tone !== 'neutral') return { topic: 'temperature', variants: phrases.temperature[tone] } as const;
  return undefined;
}
