import type { LanguageName } from '#shared/languages.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { t } from '#shared/messages/message.ts';
import {
  findSpeaker,
  getLanguageSupport,
  nameSpeaker,
  type Speaker,
  type Speakers,
} from '../voice-samples/public.ts';

/** A warning before a voice speaks a language, in whole sentences; undefined if none is needed. */
export function describeLanguageWarning(speakers: Speakers, language: LanguageName): string | undefined {
  const { spokenByOther, noOwnVoice, notListed, unknown } = languageMessages;
  const [first] = speakers;
  const speaker = findSpeaker(speakers, language);
  const support = getLanguageSupport(speaker, language);
  const name = nameReplacement(speakers, speaker);
  const provider = first.name;
  const sentences = [
    speaker !== first && t(spokenByOther, { language, provider, speaker: name }),
    support.kind === 'borrowed' && t(noOwnVoice, { language, spokenAs: support.spokenAs }),
    support.kind === 'unlisted' && t(notListed, { language, provider }),
    support.kind === 'unknown' && t(unknown, { speaker: name }),
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}

/** The name of a speaker that replaces the first choice. */
export function nameReplacement([first]: Speakers, speaker: Speaker): string {
  // Two local servers have the same name.
  const isSameName = speaker !== first && speaker.name === first.name;
  return isSameName ? t(languageMessages.anotherServer) : nameSpeaker(speaker);
}
