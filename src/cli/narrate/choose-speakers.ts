import { getSource, type SpeechEngine } from '#engines/ports.ts';
import type { Speaker } from '#narration/speak-line.ts';
import { chooseForVoice } from '#server/choose-engines.ts';
import { toAskedVoice } from '#shared/api/fields.ts';
import type { Language } from '#shared/languages.ts';
import type { VoiceSource } from '#shared/marks/provenance.ts';
import type { VoicedLine } from '#shared/narration/project.ts';
import { getVoiceName, toVoiceId } from '#shared/voices.ts';
import type { Parts } from './open-parts.ts';

export type Voiced = Pick<VoicedLine, 'voice' | 'manner' | 'role'>;

export interface Speakers {
  getSpeaker(voiced: Voiced): Speaker;
  readonly sources: readonly VoiceSource[];
}

/**
 * Chooses the engine of each voice, before anything is paid for.
 * @param wrap an engine, once for each voice
 * @throws CodedError `voice_gone`; `bad_request` for a provider that is not used for this; `client_closed`
 */
export async function chooseSpeakers(
  all: readonly Voiced[],
  language: Language,
  { engines, signal }: Pick<Parts, 'engines' | 'signal'>,
  wrap: (engine: SpeechEngine) => SpeechEngine,
): Promise<Speakers> {
  const chosen = new Map<string, SpeechEngine>();
  const sources: VoiceSource[] = [];
  for (const { voice } of all) {
    const id = toVoiceId(voice);
    if (chosen.has(id)) continue;
    const engine = await chooseForVoice(engines, { voice: toAskedVoice(voice), language }, signal);
    chosen.set(id, wrap(engine));
    sources.push({ name: getVoiceName(voice), ...getSource(engine) });
  }
  return {
    sources,
    getSpeaker({ voice, manner }) {
      const speech = chosen.get(toVoiceId(voice));
      if (!speech) throw new RangeError('No engine was chosen for this voice.');
      return { speech, voice: toAskedVoice(voice), manner };
    },
  };
}
