import type { Language } from '#shared/languages.ts';
import type { PremiumVoice } from '#shared/premium-voices.ts';
import { allVoices, isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';
import type { LanguageSupport } from '../ports.ts';

/**
 * The voices that `tts-1` has besides `alloy`, which is heard as neither man nor woman.
 * Source: developers.openai.com/api/docs/guides/text-to-speech, voice options.
 */
type Speaker = 'ash' | 'coral' | 'echo' | 'fable' | 'nova' | 'onyx' | 'sage' | 'shimmer';

/**
 * Who speaks for each premium voice, by its tags. OpenAI publishes no tags for its voices; the choice is ours:
 *
 * - `onyx`, the deepest man: deep, strong and old voices, and those that tell of war and Christmas.
 * - `echo`, an even man: well-rounded, neutral and calm voices, and the whisper.
 * - `ash`, a rougher and livelier man: hoarse, raspy, excited and shouting voices, and reporters.
 * - `fable`, a teller with a touch of British: men from Britain, Ireland, Australia and Italy.
 * - `nova`, a bright woman: strong, excited and childish voices.
 * - `coral`, a warm woman: warm, seductive, pleasant and rough voices.
 * - `sage`, a calm woman: calm voices.
 * - `shimmer`, a soft woman: gentle voices and the whisper.
 */
const speakers: Readonly<Record<PremiumVoice, Speaker>> = {
  Santa: 'onyx',
  Adam: 'onyx',
  Antoni: 'echo',
  Arnold: 'ash',
  Bill: 'onyx',
  Callum: 'ash',
  Charlie: 'fable',
  Charlotte: 'coral',
  Clyde: 'onyx',
  Daniel: 'fable',
  Dave: 'fable',
  Domi: 'nova',
  Dorothy: 'shimmer',
  Drew: 'echo',
  Emily: 'sage',
  Ethan: 'echo',
  Fin: 'fable',
  Freya: 'nova',
  George: 'fable',
  Gigi: 'nova',
  Giovanni: 'fable',
  Glinda: 'coral',
  Grace: 'shimmer',
  Harry: 'echo',
  James: 'fable',
  Jeremy: 'ash',
  Jessie: 'ash',
  Joseph: 'fable',
  Josh: 'onyx',
  Liam: 'echo',
  Lily: 'coral',
  Matilda: 'coral',
  Michael: 'onyx',
  Mimi: 'nova',
  Nicole: 'shimmer',
  Patrick: 'ash',
  Paul: 'ash',
  Rachel: 'sage',
  Sam: 'ash',
  Serena: 'coral',
  'Doubting Thomas': 'echo',
};

/** Voices that came later, for a compatible server that knows only the first six. */
const earlierSpeakers: Partial<Record<StandardVoice | Speaker, Speaker>> = {
  ash: 'echo',
  coral: 'nova',
  sage: 'shimmer',
};

/** Which of the provider's voices speaks for one of ours; the standard ones are its own. */
export function getSpeaker(voice: Voice, { isOpenAi }: { isOpenAi: boolean }): string {
  const speaker = isStandardVoice(voice) ? voice : speakers[voice];
  return isOpenAi ? speaker : (earlierSpeakers[speaker] ?? speaker);
}

/** Changes when another of the provider's voices speaks for one of ours. */
export function identifySpeakers(isOpenAi: boolean): string {
  return allVoices.map(voice => getSpeaker(voice, { isOpenAi })).join(' ');
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
export function getLanguageSupport(model: string, language: Language): LanguageSupport {
  if (!listedModels.has(model.split('/').at(-1) ?? model)) return { kind: 'unknown' };
  return { kind: listedLanguages.has(language.code) ? 'spoken' : 'unlisted' };
}
