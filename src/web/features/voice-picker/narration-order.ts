import type { VoiceTag } from '#shared/voice-catalogue.ts';
import { type ListedVoice, listTags } from './voice-list.ts';

/**
 * What voices are made for, the nearest to telling a video first. Whoever looks for a narrator should not meet Santa, with
 * whom the catalogue begins. The order is ours; the tags are the catalogue's.
 */
const uses: readonly VoiceTag[] = [
  'narration',
  'documentary',
  'audiobook',
  'storytelling',
  'childrens-stories',
  'news',
  'meditation',
  'interactive',
  'conversational',
  'asmr',
  'animation',
  'video-games',
  'christmas',
];

/** How a voice sounds to whom one listens for long, the calmest first. All other moods come after these. */
const moods: readonly VoiceTag[] = [
  'calm',
  'warm',
  'well-rounded',
  'neutral',
  'gentle',
  'pleasant',
  'deep',
  'orotund',
  'crisp',
  'strong',
];

/** The same voices, by use and then by mood; equals, and voices that say no use, keep their order. */
export function orderForNarration(voices: readonly ListedVoice[]): ListedVoice[] {
  const rank = (voice: ListedVoice, order: readonly VoiceTag[]) => {
    const places = listTags(voice).flatMap(tag => (order.includes(tag) ? [order.indexOf(tag)] : []));
    return Math.min(...places, order.length);
  };
  // The five standard voices are equals: they say how they sound, and only one of them a use.
  if (voices.every(({ plan }) => plan === 'standard')) return [...voices];
  return [...voices].sort(
    (one, other) => rank(one, uses) - rank(other, uses) || rank(one, moods) - rank(other, moods),
  );
}
