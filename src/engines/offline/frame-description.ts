import type { ColourName } from './phrases/phrases.ts';
import type { ThingName } from './thing-names.ts';

/** Every word that an analysis may hold beside names and quotations; nothing else is ever read back out of one. */
export const descriptionWords = {
  light: ['dark', 'dim', 'medium', 'bright'],
  contrast: ['soft', 'medium', 'strong'],
  tone: ['warm', 'neutral', 'cool'],
  detail: ['plain', 'medium', 'busy'],
  change: ['cut', 'strong', 'gentle', 'still'],
  trend: ['brighter', 'steady', 'darker'],
  motion: ['seen', 'coming', 'staying', 'nearing', 'receding', 'left to right', 'right to left'],
  distance: ['near', 'far'],
} as const;

export type Word<Key extends keyof typeof descriptionWords> = (typeof descriptionWords)[Key][number];

/** What is said of one picture of a video. */
export interface FrameDescription extends MeasuredFrame, RecognisedFrame {
  /** When it is shown, in seconds from the start, to a tenth. */
  readonly seconds: number;
}

/** What was measured in a picture. */
export interface MeasuredFrame {
  readonly light: Word<'light'>;
  readonly contrast: Word<'contrast'>;
  /** What fills the picture most comes first; at least one, at most `maxColours`. */
  readonly colours: readonly ColourName[];
  readonly tone: Word<'tone'>;
  readonly detail: Word<'detail'>;
  /** Against the picture before; the first has none. */
  readonly step?: { readonly change: Word<'change'>; readonly trend: Word<'trend'> } | undefined;
}

/** What was recognised in a picture. */
export interface RecognisedFrame {
  /** Print that comes with this picture, what matters most first; at most `maxLines`. */
  readonly lines: readonly DescribedLine[];
  /** Print of a picture before is still there. */
  readonly isPrintStaying: boolean;
  /** What fills the picture most comes first; each kind once. */
  readonly things: readonly DescribedThing[];
  /** Kinds that were in the pictures before and are gone. */
  readonly gone: readonly ThingName[];
}

/** Things of one kind in one picture. */
export interface DescribedThing {
  readonly name: ThingName;
  /** Of the surest of them, 0 to 100. */
  readonly confidencePercent: number;
  readonly isSeveral: boolean;
  /** Against the pictures before of the same scene; `seen` where there are none. */
  readonly motion: Word<'motion'>;
  /** Left out where it is neither. */
  readonly distance?: Word<'distance'> | undefined;
}

/** A line of print, as it is written. */
export interface DescribedLine {
  readonly text: string;
  /** 0 to 100. */
  readonly confidencePercent: number;
}

/** More than three colours are a list, not a sentence. */
export const maxColours = 3;
/** Nobody listens to a picture being read out. */
export const maxLines = 3;
/** Longer lines are body text. */
export const maxLineCharacters = 120;

/** Whether anything was recognised in a picture: then its colours matter less. */
export function isRecognised({ things, lines, isPrintStaying }: RecognisedFrame): boolean {
  return things.length > 0 || lines.length > 0 || isPrintStaying;
}
