import type { LanguageName } from '#shared/languages.ts';
import { Notice } from '../../components/notice.tsx';
import { LazyParts, useLazyParts } from '../../lib/load-chunk.ts';
import type { Speakers } from '../voice-samples/public.ts';

const lazySupport = new LazyParts('language support', () => import('./language-support.ts'));

interface LanguageWarningProps {
  readonly speakers: Speakers | undefined;
  readonly language: LanguageName | undefined;
}

/** Says when a language is not spoken by the first choice, or by voices that are not made for it. */
export function LanguageWarning({ speakers, language }: LanguageWarningProps) {
  const parts = useLazyParts(lazySupport, speakers !== undefined);
  const sentence = parts && speakers && language && parts.describeLanguageWarning(speakers, language);
  return sentence ? <Notice tone="plain">{sentence}</Notice> : null;
}
