import { type Cue, computeAvailableSeconds } from '#shared/script/cues.ts';
import { chooseSpeed, type LineSpeed } from '#shared/script/line-speed.ts';
import { computeGapSeconds, fitToGap } from '#shared/script/plan-description.ts';
import type { DescriptionRequest } from '#shared/script/sent-gaps.ts';

export interface AvailableFit extends LineSpeed {
  /** How long the video pauses for it, in an extended description; undefined if it does not. */
  readonly pauseSeconds?: number | undefined;
}

/** Available seconds of each line: until the next one, the end or, in a description, the next speech. */
export function listAvailableSeconds(
  cues: readonly Cue[],
  durationSeconds: number,
  description: DescriptionRequest | undefined,
): number[] {
  if (!description) return computeAvailableSeconds(cues, durationSeconds);
  return computeGapSeconds(cues, { gaps: description.gaps, durationSeconds });
}

/** Fits a spoken line: faster and, in an extended description, with a pause of the video. */
export function fitToAvailable(
  seconds: number,
  availableSeconds: number,
  description: DescriptionRequest | undefined,
): AvailableFit {
  if (!description) return chooseSpeed(seconds, availableSeconds);
  const { pauseSeconds, ...fit } = fitToGap(seconds, availableSeconds, description.kind);
  return pauseSeconds > 0 ? { ...fit, pauseSeconds } : fit;
}
