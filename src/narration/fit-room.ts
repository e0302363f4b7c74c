import { type Cue, computeRooms } from '#shared/script/cues.ts';
import { chooseSpeed, type LineSpeed } from '#shared/script/line-speed.ts';
import { computeGapRooms, fitToGap } from '#shared/script/plan-description.ts';
import type { DescriptionWish } from '#shared/script/sent-gaps.ts';

/** How a line that was spoken is heard in its room. */
export interface RoomFit extends LineSpeed {
  /** In an extended description: how long the picture stands still for it; left out where it does not. */
  readonly pauseSeconds?: number | undefined;
}

/** How long each line may sound, in seconds: until the next one, the end, or, in a description, until somebody speaks. */
export function listRooms(
  cues: readonly Cue[],
  durationSeconds: number,
  description: DescriptionWish | undefined,
): number[] {
  if (!description) return computeRooms(cues, durationSeconds);
  return computeGapRooms(cues, { gaps: description.gaps, durationSeconds });
}

/** How a line is heard in its room: faster, and in an extended description while the picture stands still. */
export function fitToRoom(
  seconds: number,
  roomSeconds: number,
  description: DescriptionWish | undefined,
): RoomFit {
  if (!description) return chooseSpeed(seconds, roomSeconds);
  const { pauseSeconds, ...fit } = fitToGap(seconds, roomSeconds, description.kind);
  return pauseSeconds > 0 ? { ...fit, pauseSeconds } : fit;
}
