import type { LanguageName } from '#shared/languages.ts';
import { Notice } from '../../../components/notice.tsx';
import { describeLanguageWarning } from '../../language-picker/public.ts';
import type { Speakers } from '../../voice-samples/public.ts';

interface LanguageWarningProps {
  readonly speakers: Speakers | undefined;
  readonly language: LanguageName | undefined;
}

/** Says when a language is not spoken by the first choice, or by voices that are not made for it. */
export function LanguageWarning({ speakers, language }: LanguageWarningProps) {
  const sentence = speakers && language && describeLanguageWarning(speakers, language);
  return sentence ? <Notice tone="plain">{sentence}</Notice> : null;
}
