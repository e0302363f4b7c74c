import { type FrameDescription, maxLines } from './frame-description.ts';

/** Print may take so much of the words that there is time for; things want a word, too. Ours. */
const printShare = 0.8;

/**
 * Leaves as many lines of print in each picture as can be told of all of them: rather the heading of every slide than all
 * lines of a few.
 * @param count what it takes to say lines of one picture, in the unit of the budget
 */
export function shortenPrint(
  frames: readonly FrameDescription[],
  budget: number,
  count: (texts: readonly string[]) => number,
): FrameDescription[] {
  const shorten = (most: number) => frames.map(frame => ({ ...frame, lines: frame.lines.slice(0, most) }));
  for (let most = maxLines; most > 1; most--) {
    const shortened = shorten(most);
    const counts = shortened.map(({ lines }) =>
      lines.length === 0 ? 0 : count(lines.map(({ text }) => text)),
    );
    if (counts.reduce((sum, each) => sum + each, 0) <= printShare * budget) return shortened;
  }
  return shorten(1);
}
