import type { Plan } from '#shared/plans.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import { listSpeakers, type Speakers } from './speakers.ts';
import { useVoices } from './use-voices.ts';

/**
 * Who can speak a voice; undefined until the server has said so.
 * @param plan whose voices are meant as long as none is chosen
 */
export function useSpeakers(voice: Voice | undefined, plan: Plan): Speakers | undefined {
  const { data } = useVoices();
  return data && listSpeakers(data, voice ? getVoicePlan(voice) : plan);
}
