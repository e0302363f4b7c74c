import type { Language } from '#shared/languages.ts';
import type { LanguageSupport } from '../ports.ts';

/** Models with {@link listedLanguages}. */
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

/** By the list of the model's maker. A gateway may prefix the maker: `openai/tts-1`. */
export function getModelLanguageSupport(model: string, language: Language): LanguageSupport {
  if (!listedModels.has(model.split('/').at(-1) ?? model)) return { kind: 'unknown' };
  return { kind: listedLanguages.has(language.code) ? 'spoken' : 'unlisted' };
}
