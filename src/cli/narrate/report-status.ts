import { AsyncLocalStorage } from 'node:async_hooks';
import type { WritingProgress } from '#media/mix/narrate-video.ts';
import { pickTracks, type SoundTrack } from '#media/sound/choose-sounds.ts';

/** A terminal gets the progress so often; elsewhere it is printed at each so many percent. */
const terminalMs = 1000;
const sparsePercent = 25;

const subject = new AsyncLocalStorage<string>();

/** Progress and errors go to stderr, so that stdout stays free. */
export function reportStatus(sentence: string): void {
  const name = subject.getStore();
  console.error(name === undefined ? sentence : `${name}: ${sentence}`);
}

/** Whatever the work tells begins with the name of what it is about: so several can be told side by side. */
export function reportAbout<T>(name: string, work: () => Promise<T>): Promise<T> {
  return subject.run(name, work);
}

/** Whether others speak in between, so that no line may be written over. */
export function isAmongOthers(): boolean {
  return subject.getStore() !== undefined;
}

/** Says which sound tracks of a video are used, where it has several. */
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

/** Tells how much of a video is written: in a line that is written over in a terminal, in a few lines elsewhere. */
export function createProgressLine(now: () => number = Date.now) {
  const isLive = process.stderr.isTTY && !isAmongOthers();
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
    /** What is told next has a line of its own. */
    end(): void {
      if (isLive && printedMs > 0) process.stderr.write('\n');
    },
  };
}
