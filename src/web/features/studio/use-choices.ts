import { useState } from 'react';
import type { DescriptionKind } from '#shared/description.ts';
import { defaultLanguageName, type LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { readDraft } from '../versions/public.ts';

/** What a person has chosen beside the video. */
export interface Choices {
  readonly prompt: string;
  readonly language: LanguageName;
  /** Undefined until one is picked. */
  readonly voice: Voice | undefined;
  /** Each sentence of a new script shall have its time. */
  readonly followsPicture: boolean;
  /** The lines, which have times then, are for people who do not see the picture. */
  readonly describes: DescriptionKind | undefined;
  change(choices: Partial<Omit<Choices, 'change'>>): void;
}

/** What a person starts with: English, and no voice until one is picked. */
const defaultChoices: Omit<Choices, 'change'> = {
  prompt: '',
  language: defaultLanguageName,
  voice: undefined,
  followsPicture: false,
  describes: undefined,
};

/**
 * The defaults, or what the draft says.
 * @param draftKey the draft's name
 */
export function useChoices(draftKey: string): Choices {
  const [choices, setChoices] = useState(() => {
    const draft = readDraft(draftKey);
    if (!draft) return defaultChoices;
    const { prompt, language, voice, followsPicture = false, describes } = draft;
    return { prompt, language, voice, followsPicture, describes };
  });
  return { ...choices, change: changed => setChoices(before => ({ ...before, ...changed })) };
}
