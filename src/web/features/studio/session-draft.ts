import { z } from 'zod';
import { languageNames } from '#shared/languages.ts';
import { allVoices } from '#shared/voices.ts';

/** What outlives a reload of the page. Only in this browser tab, and gone with it. */
const draftSchema = z.object({
  wish: z.string(),
  language: z.enum(languageNames),
  voice: z.enum(allVoices).optional(),
  script: z.string(),
  scriptLanguage: z.enum(languageNames).optional(),
});

export type SessionDraft = z.infer<typeof draftSchema>;

/** @param key names the screen, so that two screens keep two drafts */
export function readSessionDraft(key: string): SessionDraft | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    // No storage (private windows, strict settings) or a damaged entry: the page starts empty.
    return undefined;
  }
}

/** Forgets a draft, such as when somebody signs out. */
export function removeSessionDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is none.
  }
}

export function writeSessionDraft(key: string, draft: SessionDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or forbidden: then it does not outlive a reload, and everything else works.
  }
}
