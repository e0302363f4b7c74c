import type { Language } from '#shared/languages.ts';
import type { PremiumVoice } from '#shared/premium-voices.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, type Voice } from '#shared/voices.ts';
import type { LanguageSupport } from '../ports.ts';
import { addPaces } from './paces.ts';

/**
 * The voices that `tts-1` has besides those whose names the free ones bear: two men and two women.
 * Source: developers.openai.com/api/docs/guides/text-to-speech, voice options.
 */
type Speaker = 'ash' | 'coral' | 'echo' | 'sage';

/**
 * Who speaks for each premium voice, by its tags; none of them speaks for a free one. OpenAI publishes no tags for its voices; the
 * choice is ours:
 *
 * - `echo`, an even man: deep, well-rounded, neutral and calm voices, and the whisper.
 * - `ash`, a rougher and livelier man: hoarse, raspy, excited, casual and jolly voices, and reporters.
 * - `coral`, a warm and lively woman: strong, warm, seductive, childish and rough voices.
 * - `sage`, a calm woman: calm, gentle and pleasant voices, and the whisper.
 */
const speakers: Readonly<Record<PremiumVoice, Speaker>> = {
  Santa: 'ash',
  Adam: 'echo',
  Antoni: 'echo',
  Arnold: 'ash',
  Bill: 'echo',
  Callum: 'ash',
  Charlie: 'ash',
  Charlotte: 'coral',
  Clyde: 'echo',
  Daniel: 'echo',
  Dave: 'ash',
  Domi: 'coral',
  Dorothy: 'sage',
  Drew: 'echo',
  Emily: 'sage',
  Ethan: 'echo',
  Fin: 'ash',
  Freya: 'coral',
  George: 'ash',
  Gigi: 'coral',
  Giovanni: 'echo',
  Glinda: 'coral',
  Grace: 'sage',
  Harry: 'echo',
  James: 'echo',
  Jeremy: 'ash',
  Jessie: 'ash',
  Joseph: 'ash',
  Josh: 'echo',
  Liam: 'echo',
  Lily: 'coral',
  Matilda: 'coral',
  Michael: 'echo',
  Mimi: 'coral',
  Nicole: 'sage',
  Patrick: 'ash',
  Paul: 'ash',
  Rachel: 'sage',
  Sam: 'ash',
  Serena: 'sage',
  'Doubting Thomas': 'echo',
};

const paced = addPaces(new Map(allVoices.map(voice => [voice, getSpeaker(voice)])));
const tags = new Map(voiceCatalogue.map(voice => [voice.name, voice.tags]));

/** Which of the provider's voices speaks for one of ours; the standard ones are its own. */
export function getSpeaker(voice: Voice): string {
  return isStandardVoice(voice) ? voice : speakers[voice];
}

/** Models that can be told how fast to speak, and one that can be told in words how to sound: the API reference, "Create speech". */
const pacedModels = /^tts-1(-hd)?$/u;
const instructedModels = /^gpt-4o-mini-tts/u;

/** What tells a premium voice from the others that share a speaker. Nothing for the free ones, whose request stays as specified. */
export function composeManner(model: string, voice: Voice): { speed?: number; instructions?: string } {
  if (isStandardVoice(voice)) return {};
  const { speed = 1 } = paced.get(voice) ?? {};
  if (pacedModels.test(model) && speed !== 1) return { speed };
  if (!instructedModels.test(model)) return {};
  return { instructions: `Narrate the text word for word. Your voice: ${tags.get(voice)?.join(', ')}.` };
}

/** Changes when another of the provider's voices speaks for one of ours, or in another manner. */
export function identifySpeakers(model: string): string {
  return allVoices
    .map(voice => [getSpeaker(voice), ...Object.values(composeManner(model, voice))].join(' '))
    .join(' ');
}

/** Models that speak {@link listedLanguages}. */
const listedModels = new Set(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']);

/**
 * Exactly these, the ones that Whisper hears well. A language that comes later is not among them until the guide lists it.
 * Source: developers.openai.com/api/docs/guides/text-to-speech, supported languages.
 */
const listedLanguages: ReadonlySet<string> = new Set(
  'af ar hy az be bs bg ca zh hr cs da nl en et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne nb fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy'.split(
    ' ',
  ),
);

/** By the list of the model's maker. A gateway may write the maker before it: `openai/tts-1`. */
export function getModelLanguageSupport(model: string, language: Language): LanguageSupport {
  if (!listedModels.has(model.split('/').at(-1) ?? model)) return { kind: 'unknown' };
  return { kind: listedLanguages.has(language.code) ? 'spoken' : 'unlisted' };
}
