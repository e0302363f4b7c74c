import { type FrameDescription, maxLines } from './frame-description.ts';

/** Print may take so much of the words that there is time for; things and the mood want a word, too. Ours. */
const printShare = 0.8;

/**
 * Leaves as many lines of print in each picture as can be told of all of them: rather the heading of every slide than all
 * lines of a few.
 * @param count what it takes to say lines of one picture, in the unit of the budget
 */
export function shortenPrint(
  frames: readonly FrameDescription[],
  budget: number,
  count: (lines: FrameDescription['lines']) => number,
): FrameDescription[] {
  const shorten = (most: number) => frames.map(frame => ({ ...frame, lines: frame.lines.slice(0, most) }));
  for (let most = maxLines; most > 1; most--) {
    const shortened = shorten(most);
    const printed = shortened.filter(({ lines }) => lines.length > 0);
    if (printed.reduce((sum, { lines }) => sum + count(lines), 0) <= printShare * budget) return shortened;
  }
  return shorten(1);
}
