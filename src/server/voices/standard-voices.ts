import type { VoicesAnswer } from '#shared/api/voices.ts';
import { type StandardVoice, standardVoices } from '#shared/voices.ts';

/** How each voice sounds, in tags separated by spaces. */
const descriptions: Readonly<Record<StandardVoice, string>> = {
  fable: 'lively storyteller expressive',
  alloy: 'balanced clear neutral',
  onyx: 'deep calm grave',
  nova: 'bright warm friendly',
  shimmer: 'soft gentle light',
};

/** The voices that everybody may use, as the page shows them. */
export const standardVoiceCatalogue: VoicesAnswer['voices'] = standardVoices.map(name => ({
  name,
  description: descriptions[name],
  audioSrc: `/api/voices/${name}/sample.mp3`,
}));
