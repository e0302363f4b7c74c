import type { LanguageName } from './languages.ts';
import type { Plan } from './plans.ts';
import { type PremiumVoice, premiumVoices } from './premium-voices.ts';

/** The five voices of the standard plan, in the specification's order. */
export const standardVoices = ['fable', 'alloy', 'onyx', 'nova', 'shimmer'] as const;

export type StandardVoice = (typeof standardVoices)[number];

export type Voice = StandardVoice | PremiumVoice;

/** All 46: the five standard voices first, then the 41 of the premium plan. */
export const allVoices: readonly [...typeof standardVoices, ...typeof premiumVoices] = [
  ...standardVoices,
  ...premiumVoices,
];

export function isStandardVoice(voice: string): voice is StandardVoice {
  return standardVoices.some(standard => standard === voice);
}

/** The lowest plan that includes a preset. Each plan's presets have their own engine. */
export function getVoicePlan(voice: string): Plan {
  return isStandardVoice(voice) ? 'standard' : 'premium';
}

export function isPreset(name: string): name is Voice {
  return allVoices.some(voice => voice === name);
}

export type VoiceSex = 'female' | 'male' | 'neutral';

/** A voice of a provider, under its own name. */
export interface OwnVoice {
  /** The id of the engine, as in `GET /api/voices`. */
  readonly provider: string;
  /** The provider's id of it. */
  readonly id: string;
  readonly name: string;
  /** For finding the nearest one if it is gone. */
  readonly sex?: VoiceSex | undefined;
  /** Those that it is made for; undefined or empty if it speaks whatever its model does. */
  readonly languages?: readonly LanguageName[] | undefined;
}

/** A voice as a document has it: the name of one of the 46 presets, which every engine maps to a voice of its own, or an own voice. */
export type ChosenVoice = string | OwnVoice;

export function getVoiceName(voice: ChosenVoice): string {
  return typeof voice === 'string' ? voice : voice.name;
}

/** A voice as calls name it: `nova`, or `PROVIDER:21m00Tcm4TlvDq8ikWAM`. */
export function toVoiceId(voice: string | Pick<OwnVoice, 'provider' | 'id'>): string {
  return typeof voice === 'string' ? voice : `${voice.provider}:${voice.id}`;
}

/** The provider and its own id of a voice that a call names; undefined for anything else, such as a preset. */
export function readOwnVoiceId(voiceId: string): Pick<OwnVoice, 'provider' | 'id'> | undefined {
  const { provider, id } = /^(?<provider>[a-z][\w-]*):(?<id>\S.*)$/u.exec(voiceId)?.groups ?? {};
  return provider === undefined || id === undefined ? undefined : { provider, id };
}

/** The voices of a mixture with their weights, such as `af_bella(2)+af_sky(1)`. None for anything else. */
export function listMixed(id: string): string[] {
  const mixture = id.replaceAll(' ', '');
  const isMixture = /^\w+(?:\(\d+(?:\.\d+)?\))?(?:[+-]\w+(?:\(\d+(?:\.\d+)?\))?)+$/u.test(mixture);
  return isMixture ? mixture.replaceAll(/\([^()]*\)/gu, '').split(/[+-]/u) : [];
}
