import type { ReactNode } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import type { ChosenVoice } from '#shared/voices.ts';

/** What a button would work on. */
export interface WorkFacts {
  readonly work: 'look and write' | 'write' | 'speak';
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName;
  readonly voice: ChosenVoice | undefined;
  readonly script: string;
  readonly isTimed: boolean;
}

/** An entry of the page in the menu of the workspace, which has no room for head and foot. */
export type PageEntry = { readonly label: string } & (
  | { readonly to: string }
  /** Opened in a new tab. */
  | { readonly href: string; readonly onOpen?: () => void }
  | { readonly onChoose: () => void }
);

export interface NarrationEditorProps {
  readonly languageNames: readonly LanguageName[];
  /** What the page is for, above it; only its title stays once there is a script. */
  readonly introduce?: (isFolded: boolean) => ReactNode;
  /** What a person should know before adding a video, under the video. */
  readonly promise?: ReactNode;
  /** How many narrations are left, beside the button. */
  readonly allowance?: ReactNode;
  /** None is left, so that none can be begun; `allowance` says when there will be new ones. */
  readonly isUsedUp: boolean;
  readonly renderCost?: ((facts: WorkFacts) => ReactNode) | undefined;
  readonly onDownload?: () => void;
  readonly menu: readonly PageEntry[];
  /** Who is signed in, above the entries of the menu. */
  readonly menuTitle?: string;
  /** Under the script, before it becomes the workspace. */
  readonly children?: ReactNode;
}
