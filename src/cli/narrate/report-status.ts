import { AsyncLocalStorage } from 'node:async_hooks';
import { pickTracks, type SoundTrack } from '#media/sound/choose-sounds.ts';
import { CodedError } from '#shared/errors.ts';

/** An error of whoever called the command. @param message names the option or the file */
export function badRequest(message: string, cause?: unknown): CodedError {
  return new CodedError('bad_request', { message, cause });
}

/** @throws CodedError `bad_request` if the command is wrong */
export function refuse(isWrong: boolean, sentence: string): void {
  if (isWrong) throw badRequest(sentence);
}

type Report = (sentence: string) => void;

const reports = new AsyncLocalStorage<Report>();

/** Progress and errors go to stderr, so that stdout stays free for results. */
export function reportStatus(sentence: string): void {
  const report = reports.getStore() ?? console.error;
  report(sentence);
}

/** Prefixes all status lines of the work with a name, so that parallel work can be told apart. */
export function withStatusPrefix<T>(name: string, work: () => Promise<T>): Promise<T> {
  return withStatus(sentence => console.error(`${name}: ${sentence}`), work);
}

export function withStatus<T>(report: Report, work: () => Promise<T>): Promise<T> {
  return reports.run(report, work);
}

/** Whether parallel work also prints, so that no line may be overwritten. */
function isParallel(): boolean {
  return reports.getStore() !== undefined;
}

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

/**
 * Prints progress: in a terminal in one line that is rewritten, elsewhere a line at each step.
 * @param terminalMs interval in a terminal
 * @param stepPercent elsewhere
 */
export function createProgressLine(terminalMs: number, stepPercent: number) {
  const isLive = process.stderr.isTTY && !isParallel();
  let printedMs = Number.NEGATIVE_INFINITY;
  let printedPercent = 0;
  return {
    note(percent: number, sentence: string): void {
      const ms = Date.now();
      const isDue = isLive ? ms >= printedMs + terminalMs : percent >= printedPercent + stepPercent;
      if (!isDue) return;
      printedMs = ms;
      printedPercent = percent - (percent % stepPercent);
      if (isLive) process.stderr.write(`\r${sentence}\u001B[K`);
      else reportStatus(sentence);
    },
    /** Ends the line of a terminal, so that the next sentence starts a new one. */
    end(): void {
      if (isLive && printedMs > 0) process.stderr.write('\n');
    },
  };
}
