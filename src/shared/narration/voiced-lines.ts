import type { LineDelivery } from '../script/line-delivery.ts';
import { type ChosenVoice, standardVoices } from '../voices.ts';
import { getSpokenWith, type Narration, type Project, type SpokenWith } from './project.ts';

/** How a line is spoken and placed. */
export interface VoicedLine extends LineDelivery, Pick<SpokenWith, 'voice' | 'manner'> {}

/** A narration with the voice of its lines that have none of their own, and the pronunciations of its language. */
export interface VoicedNarration extends Pick<SpokenWith, 'voice' | 'pronunciations'> {
  readonly lines: readonly VoicedLine[];
}

/**
 * How a narration and each of its lines is spoken.
 * @param voice instead of the narration's; lines and roles with a voice of their own keep it
 */
export function listVoicedLines(
  project: Project,
  { settings, ...narration }: Narration,
  voice: ChosenVoice = settings.voice ?? standardVoices[0],
): VoicedNarration {
  const voiced = { ...narration, settings: { ...settings, voice } };
  const lines = narration.lines.map(line => {
    const { pace, pauseBeforeMs, pauseAfterMs, manner } = line;
    const spokenWith = getSpokenWith(project, voiced, line);
    return { voice: spokenWith?.voice ?? voice, manner, pace, pauseBeforeMs, pauseAfterMs };
  });
  return { voice, pronunciations: getSpokenWith(project, voiced)?.pronunciations, lines };
}
