import { type VoiceTag, type VoiceTagKind, voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import { getTagKind } from './voice-list.ts';

/** Each kind is a family of pigments, as angles of the OKLCH circle: blues, ochres, plums, reds and greens. */
const huesOfKind: Readonly<Record<VoiceTagKind, readonly number[]>> = {
  accent: [245, 215, 270, 230, 258],
  age: [100, 72, 86],
  gender: [310, 340],
  mood: [30, 50, 10, 40, 20],
  use: [150, 130, 170, 190],
};

/** The hue of a tag, in degrees: always the same for a tag, and of its kind's family. */
export function getTagHue(tag: VoiceTag): number {
  const kind = getTagKind(tag) ?? 'use';
  const tags: readonly string[] = voiceTagVocabulary[kind];
  const hues = huesOfKind[kind];
  return hues[tags.indexOf(tag) % hues.length] ?? 0;
}
