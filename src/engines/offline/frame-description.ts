import type { ColourName } from './phrases/phrases.ts';

/** Every word that an analysis may hold; nothing else is ever read back out of one. */
export const descriptionWords = {
  light: ['dark', 'dim', 'medium', 'bright'],
  contrast: ['soft', 'medium', 'strong'],
  tone: ['warm', 'neutral', 'cool'],
  detail: ['plain', 'medium', 'busy'],
  change: ['cut', 'strong', 'gentle', 'still'],
  trend: ['brighter', 'steady', 'darker'],
} as const;

type Word<Key extends keyof typeof descriptionWords> = (typeof descriptionWords)[Key][number];

/** What is said of one picture of a video. */
export interface FrameDescription {
  /** When it is shown, in seconds from the start, to a tenth. */
  readonly seconds: number;
  readonly light: Word<'light'>;
  readonly contrast: Word<'contrast'>;
  /** What fills the picture most comes first; at least one, at most `maxColours`. */
  readonly colours: readonly ColourName[];
  readonly tone: Word<'tone'>;
  readonly detail: Word<'detail'>;
  /** Against the picture before; the first has none. */
  readonly step?: { readonly change: Word<'change'>; readonly trend: Word<'trend'> } | undefined;
}

/** More than three colours are a list, not a sentence. */
export const maxColours = 3;
