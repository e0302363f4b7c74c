import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Plan } from '#shared/plans.ts';
import type { VoiceTag } from '#shared/voice-catalogue.ts';
import type { Speaker } from '../voice-samples/public.ts';

/** Uses in display order, narration first: the catalogue itself starts with Santa. */
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

/** Moods in display order, those pleasant for long listening first; all others follow. */
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

interface Preset {
  readonly plan: Plan;
  readonly tags: readonly string[];
}

/** Sorts presets by use, then by mood; equals, and voices without a use, keep their order. */
export function orderForNarration<Voice extends Preset>(voices: readonly Voice[]): Voice[] {
  const rank = ({ tags }: Voice, order: readonly string[]) => {
    const places = tags.flatMap(tag => (order.includes(tag) ? [order.indexOf(tag)] : []));
    return Math.min(...places, order.length);
  };
  // Only one of the five standard voices has a use.
  if (voices.every(({ plan }) => plan === 'standard')) return [...voices];
  return [...voices].sort(
    (one, other) => rank(one, uses) - rank(other, uses) || rank(one, moods) - rank(other, moods),
  );
}

export interface CountedVoices {
  readonly plan: Plan;
  readonly speaker: Pick<Speaker, 'name' | 'differentVoices'>;
  readonly names: number;
}

/** The number of distinct voices if several presets share one; else empty. */
export function describeSharedVoices(groups: readonly CountedVoices[]): string {
  const sentences = groups
    .filter(({ speaker, names }) => speaker.differentVoices < names)
    .map(({ plan, speaker: { name, differentVoices }, names }) => {
      const { sharedPremium, sharedStandard } = voiceListMessages;
      const message = plan === 'premium' ? sharedPremium : sharedStandard;
      return t(message, { count: differentVoices, names, speaker: name });
    });
  return sentences.join(' ');
}
