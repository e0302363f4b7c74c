import type { EngineOfVoices } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { startSentence } from '../../lib/format.ts';

/** How the voices of an engine speak a language. */
export type LanguageSupport =
  | { readonly kind: 'spoken' }
  /** With the voice for another language. */
  | { readonly kind: 'borrowed'; readonly spokenAs: LanguageName }
  /** The provider lists others, but not this one. */
  | { readonly kind: 'unlisted' }
  /** The provider lists none at all. */
  | { readonly kind: 'unknown' };

type Engine = Pick<EngineOfVoices, 'name' | 'languages' | 'borrowedVoices'>;

export function getLanguageSupport(engine: Engine, language: LanguageName): LanguageSupport {
  if (engine.languages.includes(language)) return { kind: 'spoken' };
  const borrowed = engine.borrowedVoices.find(voice => voice.language === language);
  if (borrowed) return { kind: 'borrowed', spokenAs: borrowed.spokenAs };
  return { kind: engine.languages.length > 0 ? 'unlisted' : 'unknown' };
}

/** The language as an option of the language select, marked when the engine's voices do not really speak it. */
export function labelLanguage(engine: Engine | undefined, language: LanguageName): string {
  const mark = engine && markLanguage(engine, language);
  return mark ? `${language} — ${mark}` : language;
}

/** A few words on a language that is not the voices' own; undefined for one that is. */
export function markLanguage(engine: Engine, language: LanguageName): string | undefined {
  const support = getLanguageSupport(engine, language);
  if (support.kind === 'borrowed') return `spoken with the ${support.spokenAs} voice`;
  return support.kind === 'unlisted' ? `not listed by ${engine.name}` : undefined;
}

/** What a person should know before money is spent on a voice in a language; undefined when they fit. */
export function describeLanguageWarning(engine: Engine, language: LanguageName): string | undefined {
  const support = getLanguageSupport(engine, language);
  if (support.kind === 'borrowed')
    return `${language} has no voice of its own here. It is spoken with the voice for ${support.spokenAs}.`;
  if (support.kind === 'unlisted')
    return `${startSentence(engine.name)} does not list ${language} among the languages of its voices: it may sound foreign, or be read wrongly.`;
  if (support.kind === 'unknown')
    return `${startSentence(engine.name)} does not say which languages its voices speak. Listen to a preview first.`;
  return undefined;
}
