import type { Loudness } from '#media/sound/peaks.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { LineNeed } from './judge-line.ts';

/** A line as the timeline shows it. */
export interface TimelineLine extends Pick<LineNeed, 'speed' | 'leftOut'> {
  readonly startSeconds: number;
  readonly text: string;
  /** How long it sounds, or would by estimate. */
  readonly needSeconds: number;
  /** In a description, until somebody speaks; else until the next line begins. */
  readonly availableSeconds?: number | undefined;
  readonly isSpoken: boolean;
  /** It is not to be changed by a fit. */
  readonly isLocked: boolean;
}

/** Reports the playback position; a `SyncedPlayback` is one. */
export interface TimelineClock {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getPlaybackTime: () => { readonly atSeconds: number; readonly isPlaying: boolean };
}

export interface TimelineProps {
  readonly durationSeconds: number;
  /** In the order of their times. What is out of order is shown, and stays where it is. */
  readonly lines: readonly TimelineLine[];
  readonly clock: TimelineClock;
  readonly selectedIndex: number | undefined;
  /** Lines can be gone to, and not be moved now. */
  readonly isFixed: boolean;
  /** How loud the video's own sound is, as far as it is known. */
  readonly original?: Loudness | undefined;
  /** Where people speak in it, once that is known. */
  readonly speech?: readonly TimeSpan[] | undefined;
  /** A line as it was spoken, an mp3; the same Blob each time. */
  readonly getSound?: (index: number) => Blob | undefined;
  readonly onSeek: (seconds: number) => void;
  /** A line was put elsewhere. Its block waits there for half a second until the lines are so. */
  readonly onMove: (index: number, startSeconds: number) => void;
  /** A line was chosen, here, where the focus stays. */
  readonly onSelect: (index: number) => void;
}
