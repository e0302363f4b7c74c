import type { SubtitleCue } from './subtitle-cue.ts';

/** A cue that begins so shortly after the one before takes its place on the screen. */
const mostGapSeconds = 0.05;
const leastStanding = 2;

/**
 * Leaves out the rows of rolling captions, such as YouTube's automatic ones, that already stood on the screen in the cue before, so that each
 * is said once. Other subtitles are left as they are: who says “No.” twice means it.
 * @param cues in the order of their times
 */
export function dropStandingRows(cues: readonly SubtitleCue[]): readonly SubtitleCue[] {
  const standing = cues.map((cue, index) => countStanding(cues[index - 1], cue));
  const rolling = standing.filter(count => count > 0).length;
  if (rolling < Math.max(leastStanding, (cues.length - 1) / 2)) return cues;
  return cues.map((cue, index) => ({ ...cue, rows: cue.rows.slice(standing[index]) }));
}

/** How many of a cue's first rows are the last rows of the cue before. */
function countStanding(before: SubtitleCue | undefined, { startSeconds, rows }: SubtitleCue): number {
  if (!before || startSeconds > before.endSeconds + mostGapSeconds) return 0;
  const shown = before.rows;
  for (let count = Math.min(shown.length, rows.length); count > 0; count--)
    if (shown.slice(-count).every((row, index) => row === rows[index])) return count;
  return 0;
}
