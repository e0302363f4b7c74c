import type { LanguageName } from '../languages.ts';
import type { SpokenCue } from '../script/cues.ts';

/** A part of what is heard in a sound; times in seconds of that sound. */
export interface HeardSegment extends SpokenCue {
  /** A sound such as laughter instead of speech; its text names it, without brackets. */
  readonly isSound?: boolean | undefined;
  /** Undefined if unknown, or none of ours. */
  readonly language?: LanguageName | undefined;
  /** 0 to 1; undefined if the recogniser does not tell. */
  readonly confidence?: number | undefined;
  /** Tells speakers of one recording apart, such as `A`; undefined if the recogniser cannot. */
  readonly speaker?: string | undefined;
  /** In order; undefined if the recogniser has no times of words. */
  readonly words?: readonly SpokenCue[] | undefined;
}

/** What is said in a sound. No segments if nothing is. */
export interface Heard {
  /** In order of their starts. */
  readonly segments: readonly HeardSegment[];
  /** The most used one. */
  readonly language?: LanguageName | undefined;
}

/** A segment as a writer gets it: times in seconds of the video, the speaker's name where there is one. */
export interface SaidPart extends SpokenCue {
  readonly speaker?: string | undefined;
  readonly isSound?: boolean | undefined;
}
