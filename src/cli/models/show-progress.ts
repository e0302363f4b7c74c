import { describeBytes, type ModelProgress } from '#engines/local/models/download-model.ts';

/** A terminal's line is rewritten at this interval; elsewhere a line is printed for each step. */
const terminalMs = 250;
const stepPercent = 10;

/** Shows how far a download is: in a terminal in one line that is rewritten, else a line for every 10 %. */
export function createProgressLine(name: string, now: () => number = Date.now) {
  const isLive = process.stderr.isTTY;
  let start: { readonly ms: number; readonly bytes: number } | undefined;
  let printedMs = Number.NEGATIVE_INFINITY;
  let printedPercent = 0;
  return {
    note({ doneBytes, totalBytes }: ModelProgress): void {
      const ms = now();
      start ??= { ms, bytes: doneBytes };
      const percent = Math.floor((100 * doneBytes) / totalBytes);
      const isDue = isLive ? ms >= printedMs + terminalMs : percent >= printedPercent + stepPercent;
      if (!isDue) return;
      printedMs = ms;
      printedPercent = percent - (percent % stepPercent);
      const bytesPerSecond = (1000 * (doneBytes - start.bytes)) / (ms - start.ms);
      const line = `${name}: ${percent} %, ${describeBytes(doneBytes)} of ${describeBytes(totalBytes)}${describeRest(totalBytes - doneBytes, bytesPerSecond)}`;
      process.stderr.write(isLive ? `\r${line}\u001B[K` : `${line}\n`);
    },
    /** Ends the line of a terminal, so that the next sentence starts a new one. */
    end(): void {
      if (isLive && start) process.stderr.write('\n');
    },
  };
}

/** Empty until there is a speed. */
function describeRest(bytes: number, bytesPerSecond: number): string {
  if (!(bytesPerSecond > 0) || !Number.isFinite(bytesPerSecond)) return '';
  const seconds = Math.ceil(bytes / bytesPerSecond);
  const left = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `, ${describeBytes(bytesPerSecond)}/s, ${left} left`;
}
