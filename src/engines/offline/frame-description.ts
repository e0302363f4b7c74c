import type { StrikingColour } from './name-colour.ts';
import type { ThingName } from './thing-names.ts';

/** Every word that an analysis may say of a thing. */
export const thingWords = {
  motion: ['seen', 'coming', 'staying', 'nearing', 'receding', 'left to right', 'right to left'],
  distance: ['near', 'far'],
} as const;

export type Motion = (typeof thingWords.motion)[number];
export type Distance = (typeof thingWords.distance)[number];

export interface FrameDescription extends RecognisedFrame {
  /** When it is shown, in seconds from the start, to a tenth. */
  readonly seconds: number;
  /** Another scene begins with it. */
  readonly isNewScene: boolean;
  readonly isDark: boolean;
  /** The one that fills nearly all of it. */
  readonly colour: StrikingColour | undefined;
}

export interface RecognisedFrame extends RecognisedThings {
  /** Print that comes with this picture, what matters most first; at most `maxLines`. */
  readonly lines: readonly DescribedLine[];
  /** Print of a picture before is still there. */
  readonly isPrintStaying: boolean;
}

export interface RecognisedThings {
  /** What fills the picture most comes first; each kind once. */
  readonly things: readonly DescribedThing[];
  /** Two of the kinds that come with this picture, one of each, side by side. */
  readonly beside: readonly ThingName[];
  /** Kinds that were in the pictures before and do not come back in this scene. */
  readonly gone: readonly ThingName[];
}

export interface DescribedThing {
  readonly name: ThingName;
  /** Of the surest of them, 0 to 100. */
  readonly confidencePercent: number;
  /** How many there are in this scene at once: 1 to 6, or {@link several}. */
  readonly count: number;
  /** Against the pictures before of the same scene; `seen` where there are none. */
  readonly motion: Motion;
  /** Left out where it is neither. */
  readonly distance: Distance | undefined;
}

/** More than are counted. */
export const several = 7;

export interface DescribedLine {
  readonly text: string;
  /** 0 to 100. */
  readonly confidencePercent: number;
}

/** Nobody listens to a picture being read out. */
export const maxLines = 3;
/** Longer lines are body text. */
export const maxLineCharacters = 120;
