import type { EditorsLine } from '#media/mix/editors-files.ts';
import { changeSpeed } from '#media/sound/line-sound.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import {
  type DescribedVideo,
  type DescriptionPlan,
  type LineToPlan,
  planDescription,
} from '#shared/script/plan-description.ts';
import { printTime } from '#shared/script/time-format.ts';
import { reportStatus } from './report-status.ts';

/** A spoken line of a description, at its natural speed. */
export interface SpokenLine extends LineToPlan {
  readonly sound: PlainSound;
}

/** The placed lines of a description, and how they were adjusted. */
export interface PlacedDescription {
  readonly lines: readonly EditorsLine[];
  readonly plan: DescriptionPlan<SpokenLine>;
}

/** Places spoken lines in the gaps and reports those that do not fit. */
export function placeDescription(spoken: readonly SpokenLine[], video: DescribedVideo): PlacedDescription {
  const plan = planDescription(spoken, video);
  for (const { line, reason } of plan.leftOut)
    reportStatus(`${printTime(line.startSeconds)} was left out: ${line.text} (${reason})`);
  const lines = plan.lines.map(({ line, startSeconds, speed }) => ({
    startSeconds,
    text: line.text,
    sound: changeSpeed(line.sound, speed),
  }));
  return { lines, plan };
}
