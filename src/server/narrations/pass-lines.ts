import type { ProgressLine } from '#shared/api/progress.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import type { CountedUse } from '../limits/daily-limits.ts';

/** Passes lines on; when they end in an error that is ours or the provider's, the use does not count. */
export async function* forgiveOurFaults(
  use: CountedUse,
  lines: AsyncGenerator<ProgressLine>,
): AsyncGenerator<ProgressLine> {
  try {
    yield* lines;
  } catch (error) {
    if (isOurFault(error)) use.forgive();
    throw error;
  }
}

/** Statuses from 500: ours, or the provider's. A client that left in the middle has had its use. */
export function isOurFault(error: unknown): boolean {
  return toCodedError(error).status >= 500;
}

/** Passes lines on and writes the finished script down while the client already has it. */
export async function* tellScript(
  lines: AsyncGenerator<ProgressLine>,
  write: (script: string) => Promise<void>,
): AsyncGenerator<ProgressLine> {
  let written: Promise<void> | undefined;
  try {
    for await (const line of lines) {
      if ('script' in line) written = write(line.script);
      yield line;
    }
  } finally {
    await written;
  }
}
