import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { languageMessages } from '#shared/messages/language.ts';
import { languageListMessages } from '#shared/messages/language-list.ts';
import { t } from '#shared/messages/message.ts';
import {
  findSpeaker,
  getLanguageSupport,
  nameSpeaker,
  type Speaker,
  type Speakers,
} from '../voice-samples/public.ts';

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

function nameReplacement([first]: Speakers, speaker: Speaker): string {
  // Two local servers have the same name.
  const isSameName = speaker !== first && speaker.name === first.name;
  return isSameName ? t(languageMessages.anotherServer) : nameSpeaker(speaker);
}

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

/** A language's native and English names, with native language tag and direction: “日本語 · Japanese”. */
export function LanguageLabel({ name }: { name: LanguageName }) {
  const { code, nativeName } = getLanguage(name);
  if (nativeName === name) return <span>{name}</span>;
  return (
    <span>
      <bdi lang={code}>{nativeName}</bdi> · {name}
    </span>
  );
}
