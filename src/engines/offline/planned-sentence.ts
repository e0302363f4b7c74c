/** A sentence that could be said about one picture. */
export interface PlannedSentence {
  /** Which picture, from 0. */
  readonly frame: number;
  readonly topic: Topic;
  /** The phrases of one meaning, in the language's own words. */
  readonly variants: readonly string[];
  /** What is listed in it, in words of the language; for phrases with a place for a list. */
  readonly items?: readonly string[];
  /** How much a listener gains by it, 0 (leave it out) to 100; see `chooseSentences`. */
  readonly worth: number;
}

/** What happens is told before what is seen, and what is recognised before what is measured. */
const eventTopics = [
  'opening',
  'change',
  'going',
  'written',
  'crossing',
  'coming',
  'seen',
  'several',
] as const;
const motionTopics = ['near', 'far', 'nearing', 'receding', 'staying', 'trend'] as const;

/** The order in which the sentences about one picture may be said. */
export const topicOrders = [
  [
    ...eventTopics,
    ...motionTopics,
    'light',
    'colours',
    'temperature',
    'contrast',
    'detail',
    'bridge',
    'ending',
  ],
  [
    ...eventTopics,
    ...motionTopics,
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

/** Each such sentence tells of something of its own. */
export const distinctTopics: ReadonlySet<Topic> = new Set<Topic>([
  'written',
  'seen',
  'coming',
  'crossing',
  'going',
]);
