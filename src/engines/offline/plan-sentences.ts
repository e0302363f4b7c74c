import type { DescribedThing, FrameDescription } from './frame-description.ts';
import type { Counted, Wording } from './wording.ts';

export interface PlannedSentence {
  /** Which picture, from 0. */
  readonly frame: number;
  readonly topic: Topic;
  /** Ways to say the same, whole sentences. The first stands for what is said. */
  readonly variants: readonly [string, ...string[]];
}

/** How much a listener gains by a sentence of a topic. */
export const worths = {
  written: 96,
  beside: 94,
  seen: 93,
  near: 92,
  coming: 88,
  leftToRight: 84,
  rightToLeft: 84,
  far: 80,
  nearing: 68,
  receding: 64,
  going: 60,
  dark: 50,
  colours: 50,
} as const;

export type Topic = keyof typeof worths;
type ThingTopic = Exclude<Topic, 'written' | 'dark' | 'colours'>;

/** More would be an inventory. */
const maxNames = 5;

const topicsOfMotion = {
  'left to right': 'leftToRight',
  'right to left': 'rightToLeft',
  nearing: 'nearing',
  receding: 'receding',
} as const satisfies Partial<Record<DescribedThing['motion'], ThingTopic>>;

/** Everything that can be said about a video, in spoken order: what is there, what is to be read, what happens. */
export function planSentences(frames: readonly FrameDescription[], wording: Wording): PlannedSentence[] {
  return frames.flatMap((frame, at) => [
    ...planThings(frame, at, wording),
    ...planPrint(frame, at, wording),
    ...planChanges(frames, at, wording),
    ...planLook(frame, at, wording),
  ]);
}

function planThings(
  { things, beside }: FrameDescription,
  frame: number,
  wording: Wording,
): PlannedSentence[] {
  const topicOf = ({ name, motion, distance }: DescribedThing): ThingTopic | undefined => {
    if (motion === 'coming') return 'coming';
    if (motion !== 'seen') return undefined;
    if (beside.includes(name)) return 'beside';
    // What fills the view beside others, such as a table, is no close-up.
    return distance === undefined || (distance === 'near' && things.length > 1) ? 'seen' : distance;
  };
  const topics = ['seen', 'beside', 'near', 'far', 'coming'] as const;
  const named = things.filter(thing => topicOf(thing) !== undefined).slice(0, maxNames);
  return topics.flatMap(topic =>
    planList(
      topic,
      named.filter(thing => topicOf(thing) === topic),
      frame,
      wording,
    ),
  );
}

function planPrint(
  { lines }: FrameDescription,
  frame: number,
  { phrases, quote }: Wording,
): PlannedSentence[] {
  if (lines.length === 0) return [];
  const texts = lines.map(({ text }) => text);
  const [first = '', ...others] = phrases.written.map(phrase => quote(phrase, texts));
  return [{ frame, topic: 'written', variants: [first, ...others] }];
}

function planChanges(frames: readonly FrameDescription[], at: number, wording: Wording): PlannedSentence[] {
  const { things = [], gone = [] } = frames[at] ?? {};
  const moving = Object.entries(topicsOfMotion).flatMap(([motion, topic]) =>
    planList(
      topic,
      things.filter(thing => thing.motion === motion),
      at,
      wording,
    ),
  );
  const wereThere = gone.map(
    name => frames[at - 1]?.things.find(thing => thing.name === name) ?? { name, count: 1 },
  );
  return [...moving, ...planList('going', wereThere, at, wording)];
}

/** Darkness, and one colour that fills a picture in which nothing else is to be told. */
function planLook(
  { things, lines, isPrintStaying, isDark, colour }: FrameDescription,
  frame: number,
  { phrases }: Wording,
): PlannedSentence[] {
  const isRecognised = things.length > 0 || lines.length > 0 || isPrintStaying;
  if (colour && !isRecognised) return [{ frame, topic: 'colours', variants: [phrases.colours[colour]] }];
  return isDark && colour !== 'black' ? [{ frame, topic: 'dark', variants: [phrases.dark] }] : [];
}

function planList(
  topic: ThingTopic,
  things: readonly Counted[],
  frame: number,
  { phrases, tell }: Wording,
): PlannedSentence[] {
  if (things.length === 0) return [];
  const [first = '', ...others] = phrases[topic].map(phrase => tell(phrase, things));
  return [{ frame, topic, variants: [first, ...others] }];
}
