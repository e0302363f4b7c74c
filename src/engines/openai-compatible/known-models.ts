import type { Language } from '#shared/languages.ts';
import { type Manner, manners } from '#shared/speech.ts';
import type { LanguageSupport } from '../ports.ts';

const listedModels = new Set(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']);

/**
 * Languages of Whisper with good accuracy. Only what the guide lists. Source: developers.openai.com/api/docs/guides/text-to-speech,
 * supported languages.
 */
const listedLanguages: ReadonlySet<string> = new Set(
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne nb fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy'.split(
    ' ',
  ),
);

/**
 * The vendor's models for `auto`, first choice first, as of 2026-11-22.
 * Dates are shutdown dates. Those of the vendor's own list (`shutdown_date`) take precedence; these are for keys that may not read
 * it. Sources: developers.openai.com/api/docs/deprecations, /api/docs/models/gpt-6-luna, /api/docs/guides/text-to-speech.
 */
export interface KnownModel {
  readonly name: string;
  /** ISO, such as `2027-01-14`; undefined if none is announced. */
  readonly endsOn?: string;
}

/** Vision and script. The vendor names `gpt-6-luna` as successor of `gpt-4o`. */
export const chatModels: readonly KnownModel[] = [
  { name: 'gpt-6-luna' },
  { name: 'gpt-4o', endsOn: '2027-01-14' },
];

/** Speech: `tts-1` by the speech endpoint, the other by the Realtime API, which the vendor names as successor. */
export const speechModels: readonly [KnownModel, KnownModel] = [
  { name: 'tts-1', endsOn: '2027-01-06' },
  { name: 'gpt-realtime-2.1-mini' },
];

/**
 * Transcription. The vendor names the first as successor of the others; it gives no times
 * (developers.openai.com/api/docs/guides/speech-to-text).
 */
export const transcriptionModels: readonly KnownModel[] = [
  { name: 'gpt-transcribe' },
  { name: 'whisper-1', endsOn: '2027-02-26' },
];

/** By the list of the model's maker. A gateway may prefix the maker: `openai/tts-1`. */
export function getModelLanguageSupport(model: string, language: Language): LanguageSupport {
  if (!listedModels.has(model.split('/').at(-1) ?? model)) return { kind: 'unknown' };
  return { kind: listedLanguages.has(language.code) ? 'spoken' : 'unlisted' };
}

/**
 * Speech models that take `instructions`: OpenAI's (openai 7.55.0, `SpeechCreateParams.instructions`) and Qwen3-TTS with set voices
 * (docs.vllm.ai/projects/vllm-omni, Speech API).
 */
export function takesInstructions(model: string): boolean {
  const name = model.toLowerCase();
  const isQwen = name.includes('qwen3-tts') && name.includes('customvoice');
  return isQwen || name.includes('gpt-4o-mini-tts');
}

/**
 * Longest text of a speech request: OpenAI's limit, except for Orpheus at Groq (console.groq.com/docs/text-to-speech/orpheus) and
 * chatterbox-tts-api (travisvn, app/models/requests.py).
 */
export function getMaxCharacters(model = ''): number {
  if (model.includes('orpheus-v1') || model.includes('orpheus-arabic')) return 200;
  return model.includes('chatterbox') ? 3000 : 4096;
}

export function describeManner(manner: Manner | undefined): string | undefined {
  return manner && `Tone of voice: ${manner}.`;
}

export const instructedManners: readonly Manner[] = manners;
