import { startSentence } from '../../lib/format.ts';
import type { Speaker } from '../voice-samples/speakers.ts';

/** The voices under one heading, as far as they are counted. */
export interface CountedVoices {
  readonly label: string;
  readonly speaker: Pick<Speaker, 'name' | 'differentVoices'>;
  /** How many names are offered under the heading. */
  readonly names: number;
}

/** How many voices really speak, where several names share one; empty where each has its own. */
export function describeSharedVoices(groups: readonly CountedVoices[]): string {
  const sentences = groups
    .filter(({ speaker, names }) => speaker.differentVoices < names)
    .map(({ label, speaker: { name, differentVoices }, names }) => {
      const voices = differentVoices === 1 ? 'a single voice' : `${differentVoices} different voices`;
      return startSentence(`${name} speaks the ${names} ${label.toLowerCase()} with ${voices}.`);
    });
  return sentences.join(' ');
}
