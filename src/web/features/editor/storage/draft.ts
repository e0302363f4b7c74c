import type { DescriptionKind } from '#shared/description.ts';
import { defaultLanguageName, type LanguageName, languageNames } from '#shared/languages.ts';
import { allVoices, type Voice } from '#shared/voices.ts';
import { isOneOf, isRecord } from '../../../lib/check-value.ts';
import type { VideoIdentity } from './version.ts';

/** What is in the fields of a studio. Only in this browser. */
export interface Draft {
  readonly prompt: string;
  readonly language: LanguageName;
  readonly voice?: Voice | undefined;
  /** Each sentence of a new script shall have its time. */
  readonly followsPicture?: boolean | undefined;
  /** It is an audio description. */
  readonly describes?: DescriptionKind | undefined;
  readonly script: string;
  readonly scriptLanguage?: LanguageName | undefined;
  /** Of which video. */
  readonly video?: VideoIdentity | undefined;
  /** The version that was shown. */
  readonly versionId?: string | undefined;
}

/**
 * Written at once with every letter, so that a crash of the tab loses none. The tab's own comes first, so that two tabs keep two
 * drafts; a new tab gets the one that was written last.
 * @param owner names the screen and the person, so that two of either keep two drafts
 */
export function readDraft(owner: string): Draft | undefined {
  return findDraft(() => sessionStorage, owner) ?? findDraft(() => localStorage, owner);
}

export function writeDraft(owner: string, draft: Draft): void {
  const text = isUntouched(draft) ? undefined : JSON.stringify(draft);
  // Full or forbidden: then it does not outlive a reload, and everything else works.
  inEachStorage(storage => (text ? storage.setItem(owner, text) : storage.removeItem(owner)));
}

/** Forgets a draft, such as when its account is deleted. */
export function removeDraft(owner: string): void {
  inEachStorage(storage => storage.removeItem(owner));
}

/** Such a page is as every new one. */
function isUntouched({ prompt, language, voice, followsPicture, script, video }: Draft): boolean {
  const hasChosen = voice || followsPicture || language !== defaultLanguageName;
  return prompt === '' && script === '' && !hasChosen && !video;
}

function findDraft(getStorage: () => Storage, owner: string): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(getStorage().getItem(owner) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    // No storage (private windows, strict settings) or a damaged entry: the page starts empty.
    return undefined;
  }
}

function inEachStorage(use: (storage: Storage) => void): void {
  for (const getStorage of [() => sessionStorage, () => localStorage])
    try {
      use(getStorage());
    } catch {
      // Each for itself: one may be full or forbidden.
    }
}

/** By hand, because it is read before the first drawing, which does not wait for zod. */
function isDraft(value: unknown): value is Draft {
  if (!isRecord(value)) return false;
  const { prompt, language, voice, followsPicture, describes, script, scriptLanguage, video, versionId } =
    value;
  return (
    typeof prompt === 'string' &&
    typeof script === 'string' &&
    isOneOf(languageNames, language) &&
    (voice === undefined || isOneOf(allVoices, voice)) &&
    (followsPicture === undefined || typeof followsPicture === 'boolean') &&
    (describes === undefined || describes === 'standard' || describes === 'extended') &&
    (scriptLanguage === undefined || isOneOf(languageNames, scriptLanguage)) &&
    (video === undefined || isVideoIdentity(video)) &&
    (versionId === undefined || typeof versionId === 'string')
  );
}

function isVideoIdentity(value: unknown): value is VideoIdentity {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.sizeBytes === 'number' &&
    typeof value.lastModifiedMs === 'number'
  );
}
