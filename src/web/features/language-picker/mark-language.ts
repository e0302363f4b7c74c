import type { LanguageName } from '#shared/languages.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import { findSpeaker, getLanguageSupport, type Speakers } from '../voice-samples/public.ts';
import { nameReplacement } from './language-support.ts';

/** A short note for a language that is not the voices' own; undefined for others. */
export function markLanguage(speakers: Speakers, language: LanguageName): string | undefined {
  const { spokenBy, spokenByWith, spokenByOffline, spokenWith, notListed } = languageListMessages;
  const speaker = findSpeaker(speakers, language);
  const support = getLanguageSupport(speaker, language);
  const spokenAs = support.kind === 'borrowed' ? support.spokenAs : undefined;
  if (speaker !== speakers[0]) {
    const name = { speaker: nameReplacement(speakers, speaker) };
    if (!spokenAs) return t(spokenBy, name);
    return speaker.isOffline ? t(spokenByOffline, { spokenAs }) : t(spokenByWith, { ...name, spokenAs });
  }
  if (spokenAs) return t(spokenWith, { spokenAs });
  return support.kind === 'unlisted' ? t(notListed, { provider: speaker.name }) : undefined;
}
