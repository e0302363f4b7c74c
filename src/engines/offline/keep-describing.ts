import { distinctTopics, type PlannedSentence, type Topic } from './planned-sentence.ts';

/** What a describer says nothing of: it claims nothing, or tells how a picture feels. */
const undescribed: ReadonlySet<Topic> = new Set<Topic>([
  'opening',
  'bridge',
  'ending',
  'temperature',
  'contrast',
  'detail',
]);
/** What is worth saying only where there is nothing else: not each pause is to be filled. */
const stopgaps: ReadonlySet<Topic> = new Set<Topic>(['light', 'colours', 'trend']);

/**
 * Of what could be said about a video what a describer says: what is to be seen and read, each meaning in its plainest phrase, which is the
 * first one and has no "we" in it.
 */
export function keepDescribing(planned: readonly PlannedSentence[]): PlannedSentence[] {
  const isAnyReported = planned.some(({ topic }) => distinctTopics.has(topic));
  const plainest = new Map<readonly string[], readonly string[]>();
  return planned
    .filter(({ topic }) => !undescribed.has(topic) && !(isAnyReported && stopgaps.has(topic)))
    .map(sentence => {
      const variants = plainest.get(sentence.variants) ?? sentence.variants.slice(0, 1);
      plainest.set(sentence.variants, variants);
      return { ...sentence, variants };
    });
}
