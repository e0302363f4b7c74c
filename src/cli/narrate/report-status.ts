import { AsyncLocalStorage } from 'node:async_hooks';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { pickTracks, type SoundTrack } from '#media/sound/choose-sounds.ts';

/** Progress is printed at this interval in a terminal, else at each step of so many percent. */
const terminalMs = 1000;
const sparsePercent = 25;

const subject = new AsyncLocalStorage<string>();

/** Progress and errors go to stderr, so that stdout stays free for results. */
export function reportStatus(sentence: string): void {
  const name = subject.getStore();
  console.error(name === undefined ? sentence : `${name}: ${sentence}`);
}

/** Prefixes all status lines of the work with a name, so that parallel work can be told apart. */
export function withStatusPrefix<T>(name: string, work: () => Promise<T>): Promise<T> {
  return subject.run(name, work);
}

/** Whether parallel work also prints, so that no line may be overwritten. */
export function isParallel(): boolean {
  return subject.getStore() !== undefined;
}

/** Reports which audio tracks are used if a video has several. */
export function reportTracks({
  tracks,
  used,
}: {
  readonly tracks: readonly SoundTrack[];
  readonly used: readonly { readonly number: number }[];
}): void {
  if (tracks.length < 2 || used.length === 0) return;
  const names = pickTracks(tracks, used).map(({ name }) => name);
  reportStatus(
    `The video has ${tracks.length} audio tracks; using ${new Intl.ListFormat('en').format(names)}. Choose others with --audio-track: a number from 1 to ${tracks.length}, or all.`,
  );
}

/** Reports the progress of writing a video: overwrites one line in a terminal, prints a few lines elsewhere. */
export function createProgressLine(now: () => number = Date.now) {
  const isLive = process.stderr.isTTY && !isParallel();
  let printedMs = Number.NEGATIVE_INFINITY;
  let printedPercent = 0;
  return {
    note({ writtenSeconds, totalSeconds }: WritingProgress): void {
      const percent = Math.floor((100 * writtenSeconds) / totalSeconds);
      const sentence = `video: ${percent} %, ${Math.round(writtenSeconds)} of ${Math.round(totalSeconds)} s written`;
      if (isLive) {
        if (now() - printedMs < terminalMs) return;
        printedMs = now();
        process.stderr.write(`\r${sentence}`);
      } else if (percent >= printedPercent + sparsePercent) {
        printedPercent = percent - (percent % sparsePercent);
        reportStatus(sentence);
      }
    },
    /** Ends the progress line, so that the next status starts a new one. */
    end(): void {
      if (isLive && printedMs > 0) process.stderr.write('\n');
    },
  };
}
