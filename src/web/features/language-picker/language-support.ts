import type { LanguageName } from '#shared/languages.ts';
import { startSentence } from '../../lib/format.ts';
import { findSpeaker, getLanguageSupport, nameSpeaker, type Speakers } from '../voice-samples/public.ts';

/** A few words on a language that is not the voices' own; undefined for one that is. */
export function markLanguage(speakers: Speakers, language: LanguageName): string | undefined {
  const speaker = findSpeaker(speakers, language);
  if (speaker !== speakers[0]) return `spoken by ${describeReplacement(speakers, language)}`;
  const support = getLanguageSupport(speaker, language);
  if (support.kind === 'borrowed') return `spoken with the ${support.spokenAs} voice`;
  return support.kind === 'unlisted' ? `not listed by ${speaker.name}` : undefined;
}

/** What a person should know before money is spent on a voice in a language; undefined when they fit. */
export function describeLanguageWarning(speakers: Speakers, language: LanguageName): string | undefined {
  const [first] = speakers;
  const speaker = findSpeaker(speakers, language);
  const silence = 'does not say which languages its voices speak';
  const support = getLanguageSupport(speaker, language);
  if (speaker !== first) {
    const doubt = support.kind === 'unknown' ? `, which ${silence}. Listen to a preview first.` : '.';
    return `${startSentence(first.name)} does not list ${language} among the languages of its voices, so it is spoken by ${describeReplacement(speakers, language)}${doubt}`;
  }
  if (support.kind === 'borrowed')
    return `${language} has no voice of its own here. It is spoken with the voice for ${support.spokenAs}.`;
  if (support.kind === 'unlisted')
    return `${startSentence(first.name)} does not list ${language} among the languages of its voices: it may sound foreign, or be read wrongly.`;
  if (support.kind === 'unknown')
    return `${startSentence(first.name)} ${silence}. Listen to a preview first.`;
  return undefined;
}

function describeReplacement(speakers: Speakers, language: LanguageName): string {
  const speaker = findSpeaker(speakers, language);
  // Two servers of one's own have no names that tell them apart.
  const name = speaker.name === speakers[0].name ? 'another server' : nameSpeaker(speaker);
  const support = getLanguageSupport(speaker, language);
  if (support.kind !== 'borrowed') return name;
  return speaker.isOffline
    ? `${name} for ${support.spokenAs}`
    : `${name}, with the voice for ${support.spokenAs}`;
}
