import { type Cue, computeAvailableSeconds } from '#shared/script/cues.ts';
import { chooseSpeed, type LineSpeed } from '#shared/script/line-speed.ts';
import { computeGapSeconds, fitToGap } from '#shared/script/plan-description.ts';
import type { DescriptionRequest } from '#shared/script/sent-gaps.ts';

/** How a spoken line is heard in its available duration. */
export interface AvailableFit extends LineSpeed {
  /** In an extended description: how long the picture stands still for it; left out where it does not. */
  readonly pauseSeconds?: number | undefined;
}

/** How long each line may sound, in seconds: until the next one, the end, or, in a description, until somebody speaks. */
export function listAvailableSeconds(
  cues: readonly Cue[],
  durationSeconds: number,
  description: DescriptionRequest | undefined,
): number[] {
  if (!description) return computeAvailableSeconds(cues, durationSeconds);
  return computeGapSeconds(cues, { gaps: description.gaps, durationSeconds });
}

/** How a line is heard in its available duration: faster, and in an extended description while the picture stands still. */
export function fitToAvailable(
  seconds: number,
  availableSeconds: number,
  description: DescriptionRequest | undefined,
): AvailableFit {
  if (!description) return chooseSpeed(seconds, availableSeconds);
  const { pauseSeconds, ...fit } = fitToGap(seconds, availableSeconds, description.kind);
  return pauseSeconds > 0 ? { ...fit, pauseSeconds } : fit;
}
