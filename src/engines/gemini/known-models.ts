import type { ThinkingLevel } from '@google/genai';
import type { Language } from '#shared/languages.ts';
import type { LanguageSupport } from '../ports.ts';
import { fewerLanguages, listedLanguages } from './languages.ts';

/**
 * What this adapter knows of the vendor's models by their names, because the list of models (`GET /v1beta/models`) says
 * neither what goes in and out of one, nor when it ends. As of 2026-11-22.
 *
 * Sources: ai.google.dev/gemini-api/docs/models, /docs/deprecations (copy of after 2026-09-22; its dates are "the earliest
 * possible"), /docs/changelog (up to 2026-10-27).
 */
interface KnownModel {
  readonly name: string;
  /** The day on which it ends, as announced. */
  readonly endsOn?: string;
}

/**
 * For `auto`, the first that is there: those that look and write. The first answers without thinking and costs least of
 * those that have no end; the second is better and dearer; the third ends first.
 */
export const chatModels: readonly KnownModel[] = [
  { name: 'gemini-3.5-flash-lite' },
  { name: 'gemini-3.8-flash' },
  { name: 'gemini-3.1-flash-lite', endsOn: '2027-05-07' },
];

/** Those that speak, best first: the second lists fewer languages. */
export const speechModels: readonly KnownModel[] = [
  { name: 'gemini-3.8-flash-tts' },
  { name: 'gemini-3.8-flash-lite-tts' },
];

/** Never taken by `auto`; named by a setting, they work until their day. */
const endingModels: readonly KnownModel[] = [
  { name: 'gemini-2.5-pro', endsOn: '2026-12-01' },
  { name: 'gemini-2.5-flash', endsOn: '2026-12-01' },
  { name: 'gemini-3.1-flash-tts-preview', endsOn: '2026-12-18' },
  { name: 'gemini-2.5-flash-preview-tts', endsOn: '2026-12-18' },
  { name: 'gemini-2.5-pro-preview-tts', endsOn: '2026-12-18' },
];

/** The day on which a model ends, `2026-12-18`; undefined where none is announced. */
export function getEndDay(model: string): string | undefined {
  return [...chatModels, ...speechModels, ...endingModels].find(({ name }) => name === model)?.endsOn;
}

export function isSpeechModel(model: string): boolean {
  return /(^|-)tts(-|$)/u.test(model);
}

const otherKinds =
  /tts|image|live|audio|embedding|robotics|computer-use|omni|transcribe|customtools|nano-banana|deep-research/u;

/** Whether it looks and writes: every chat model of the vendor does both. Gemma refuses instructions in part. */
export function isChatModel(model: string): boolean {
  return /^gemini-\d/u.test(model) && !otherKinds.test(model);
}

/** How much a model is asked to think, least first; undefined says nothing about it. */
export type Thinking = `${ThinkingLevel.MINIMAL}` | `${ThinkingLevel.LOW}` | undefined;

/**
 * The least that a model thinks: 3.7 and later refuse `MINIMAL`, 2.5 knows no levels. Whoever is not known is asked for the
 * least, and for more when it refuses that.
 */
export function getLeastThinking(model: string): Thinking {
  if (/^gemini-2\./u.test(model)) return undefined;
  return /^gemini-(3\.[78]-flash$|4-)/u.test(model) ? 'LOW' : 'MINIMAL';
}

/** By the vendor's list; those of its earlier models are no longer kept. */
export function getLanguageSupport(model: string | undefined, language: Language): LanguageSupport {
  if (!model || !/^gemini-3\.8-flash(-lite)?-tts$/u.test(model)) return { kind: 'unknown' };
  const isLite = model.includes('-lite-');
  const isListed = listedLanguages.has(language.code) && !(isLite && fewerLanguages.has(language.code));
  return { kind: isListed ? 'spoken' : 'unlisted' };
}
