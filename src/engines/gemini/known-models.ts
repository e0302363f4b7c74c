import type { ThinkingLevel } from '@google/genai';
import type { Language } from '#shared/languages.ts';
import type { LanguageSupport } from '../ports.ts';

/**
 * Our languages on the list of `gemini-3.8-flash-tts`, by name; Norwegian counts as Bokmål, Tagalog as Filipino. Not listed:
 * Ukrainian, Urdu, Welsh and Maori. Source: ai.google.dev/gemini-api/docs/speech-generation, "Supported languages" (132 rows, end
 * of September 2026).
 */
const listedLanguages: ReadonlySet<string> = new Set(
  'en af ar hy az be bs bg ca zh hr cs da nl et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr ne nb fa pl pt ro ru sr sk sl es sw sv tl ta th tr vi'.split(
    ' ',
  ),
);

/** Those that `gemini-3.8-flash-lite-tts` lacks: the same page, 103 rows. */
const fewerLanguages: ReadonlySet<string> = new Set('fi lt sl sw sv th'.split(' '));

/**
 * Facts about the vendor's models by name, because the list of models (`GET /v1beta/models`) lacks modalities and shutdown dates.
 * As of 2026-11-22.
 * Sources: ai.google.dev/gemini-api/docs/models, /docs/deprecations (copy of after 2026-09-22; its dates are "the earliest
 * possible"), /docs/changelog (up to 2026-10-27).
 */
interface KnownModel {
  readonly name: string;
  readonly endsOn?: string;
}

/**
 * Vision and script models for `auto`, first available first: the first answers without thinking and is the cheapest without an end
 * date; the second is better and more expensive; the third is shut down first.
 */
export const chatModels: readonly KnownModel[] = [
  { name: 'gemini-3.5-flash-lite' },
  { name: 'gemini-3.8-flash' },
  { name: 'gemini-3.1-flash-lite', endsOn: '2027-05-07' },
];

/** Speech models, best first: the second lists fewer languages. */
export const speechModels: readonly KnownModel[] = [
  { name: 'gemini-3.8-flash-tts' },
  { name: 'gemini-3.8-flash-lite-tts' },
];

/**
 * Transcription models, best first: the first gives times of words and tells speakers apart; chat models guess times
 * (ai.google.dev/gemini-api/docs/models/gemini-3.5-transcribe).
 */
export const transcriptionModels: readonly KnownModel[] = [{ name: 'gemini-3.5-transcribe' }, ...chatModels];

/** Never chosen by `auto`; if configured, they work until their date. */
const endingModels: readonly KnownModel[] = [
  { name: 'gemini-2.5-pro', endsOn: '2026-12-01' },
  { name: 'gemini-2.5-flash', endsOn: '2026-12-01' },
  { name: 'gemini-3.1-flash-tts-preview', endsOn: '2026-12-18' },
  { name: 'gemini-2.5-flash-preview-tts', endsOn: '2026-12-18' },
  { name: 'gemini-2.5-pro-preview-tts', endsOn: '2026-12-18' },
];

/** A model's shutdown date, `2026-12-18`; undefined if none is announced. */
export function getEndDay(model: string): string | undefined {
  return [...chatModels, ...speechModels, ...endingModels].find(({ name }) => name === model)?.endsOn;
}

export function isSpeechModel(model: string): boolean {
  return /(^|-)tts(-|$)/u.test(model);
}

/** Only transcribes; takes no instruction. */
export function isTranscriptionModel(model: string): boolean {
  return model.includes('transcribe') && !model.includes('live');
}

const otherKinds =
  /tts|image|live|audio|embedding|robotics|computer-use|omni|transcribe|customtools|nano-banana|deep-research/u;

/** Every chat model of the vendor does vision and script. Gemma refuses some instructions. */
export function isChatModel(model: string): boolean {
  return /^gemini-\d/u.test(model) && !otherKinds.test(model);
}

/** Thinking levels, lowest first; undefined omits the field. */
export type Thinking = `${ThinkingLevel.MINIMAL}` | `${ThinkingLevel.LOW}` | undefined;

/**
 * The lowest level of a model: 3.7 and later refuse `MINIMAL`, 2.5 has no levels. Unknown models get the lowest, and more if they
 * refuse it.
 */
export function getMinThinking(model: string): Thinking {
  if (/^gemini-2\./u.test(model) || isTranscriptionModel(model)) return undefined;
  return /^gemini-(3\.[78]-flash$|4-)/u.test(model) ? 'LOW' : 'MINIMAL';
}

/** By the vendor's list; lists of its earlier models are no longer published. */
export function getLanguageSupport(model: string | undefined, language: Language): LanguageSupport {
  if (!model || !/^gemini-3\.8-flash(-lite)?-tts$/u.test(model)) return { kind: 'unknown' };
  const isLite = model.includes('-lite-');
  const isListed = listedLanguages.has(language.code) && !(isLite && fewerLanguages.has(language.code));
  return { kind: isListed ? 'spoken' : 'unlisted' };
}

/** ISO 639-1, as the SDK's `SpeechConfig.languageCode` expects; the vendor has its own code for Tagalog. */
export function getVendorCode({ code }: Language): string {
  return code === 'tl' ? 'fil' : code;
}
