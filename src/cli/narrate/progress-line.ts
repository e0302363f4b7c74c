import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { isAmongOthers, tell } from './tell.ts';

/** A terminal hears so often how far it is; elsewhere it is told at each so many percent. */
const terminalMs = 1000;
const sparsePercent = 25;

/** Tells how much of a video is written: in a line that is written over in a terminal, in a few lines elsewhere. */
export function createProgressLine(now: () => number = Date.now) {
  const isLive = process.stderr.isTTY && !isAmongOthers();
  let toldMs = Number.NEGATIVE_INFINITY;
  let toldPercent = 0;
  return {
    note({ writtenSeconds, totalSeconds }: WritingProgress): void {
      const percent = Math.floor((100 * writtenSeconds) / totalSeconds);
      const sentence = `video: ${percent} %, ${Math.round(writtenSeconds)} of ${Math.round(totalSeconds)} s written`;
      if (isLive) {
        if (now() - toldMs < terminalMs) return;
        toldMs = now();
        process.stderr.write(`\r${sentence}`);
      } else if (percent >= toldPercent + sparsePercent) {
        toldPercent = percent - (percent % sparsePercent);
        tell(sentence);
      }
    },
    /** What is told next has a line of its own. */
    end(): void {
      if (isLive && toldMs > 0) process.stderr.write('\n');
    },
  };
}
