import type { EngineOfVoices } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { Notice } from '../../components/notice.tsx';
import { describeMisfit } from './language-support.ts';

interface MisfitProps {
  readonly speaker: EngineOfVoices | undefined;
  readonly language: LanguageName | undefined;
}

/** Says when the voices that are to speak a language are not made for it. */
export function Misfit({ speaker, language }: MisfitProps) {
  const sentence = speaker && language && describeMisfit(speaker, language);
  return sentence ? <Notice tone="plain">{sentence}</Notice> : null;
}
