import type { EngineOfVoices } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { Notice } from '../../components/notice.tsx';
import { describeLanguageWarning } from './language-support.ts';

interface LanguageWarningProps {
  readonly speaker: EngineOfVoices | undefined;
  readonly language: LanguageName | undefined;
}

/** Says when the voices that are to speak a language are not made for it. */
export function LanguageWarning({ speaker, language }: LanguageWarningProps) {
  const sentence = speaker && language && describeLanguageWarning(speaker, language);
  return sentence ? <Notice tone="plain">{sentence}</Notice> : null;
}
