import { defaultVoice } from '../defaults.ts';
import type { OwnPronunciation } from '../pronunciations.ts';
import type { LineDelivery } from '../script/plan-lines.ts';
import type { ChosenVoice } from '../voices.ts';
import { getSpokenWith, type Narration, type Project, type SpokenWith } from './project.ts';

export interface VoicedLine extends LineDelivery, Pick<SpokenWith, 'voice' | 'manner'> {
  /** The name of the role that says it. */
  readonly role?: string | undefined;
}

/** A narration with the voice of its lines that have none of their own, and the pronunciations of its language. */
export interface VoicedNarration extends Pick<SpokenWith, 'voice' | 'pronunciations'> {
  readonly lines: readonly VoicedLine[];
}

/**
 * How a narration and each of its lines is spoken.
 * @param voice instead of the narration's; lines and roles with a voice of their own keep it
 * @param own as in `getSpokenWith`
 */
export function listVoicedLines(
  project: Project,
  { settings, ...narration }: Narration,
  voice: ChosenVoice = settings.voice ?? defaultVoice,
  own?: readonly OwnPronunciation[],
): VoicedNarration {
  const voiced = { ...narration, settings: { ...settings, voice } };
  const lines = narration.lines.map(line => {
    const { pace, pauseBeforeMs, pauseAfterMs, manner } = line;
    const spokenWith = getSpokenWith(project, voiced, line);
    const role = project.cast.find(({ id }) => id === line.castId)?.name || undefined;
    return { voice: spokenWith?.voice ?? voice, role, manner, pace, pauseBeforeMs, pauseAfterMs };
  });
  return { voice, pronunciations: getSpokenWith(project, voiced, undefined, own)?.pronunciations, lines };
}
