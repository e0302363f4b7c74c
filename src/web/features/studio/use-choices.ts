import { useState } from 'react';
import { defaultLanguageName, type LanguageName } from '#shared/languages.ts';
import type { SessionDraft } from './session-draft.ts';
import type { VoiceName } from './voice-choice.ts';

/** What a person has chosen beside the video. */
export interface Choices {
  readonly wish: string;
  readonly language: LanguageName;
  /** Undefined until one is picked. */
  readonly voice: VoiceName | undefined;
  change(choices: Partial<Pick<Choices, 'wish' | 'language' | 'voice'>>): void;
}

/** English, no wish and no voice, or what the draft of this tab says. */
export function useChoices(draft: SessionDraft | undefined): Choices {
  const [choices, setChoices] = useState({
    wish: draft?.wish ?? '',
    language: draft?.language ?? defaultLanguageName,
    voice: draft?.voice,
  });
  return { ...choices, change: changed => setChoices(before => ({ ...before, ...changed })) };
}
