import type { ProgressLine } from '#shared/api/progress.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import type { CountedUse } from '../limits/daily-limits.ts';

/** Passes lines on; when they end in an error that cost nothing, the use does not count. */
export async function* forgiveFreeFailures(
  use: CountedUse,
  lines: AsyncGenerator<ProgressLine>,
): AsyncGenerator<ProgressLine> {
  try {
    yield* lines;
  } catch (error) {
    if (costsNothing(error)) use.forgive();
    throw error;
  }
}

/** What a provider declined was paid for, and so was what a client did not wait for. */
const paidFor: ReadonlySet<ErrorCode> = new Set(['content_refused', 'client_closed']);

/** True for what failed on our side or the provider's, and for what was refused before anybody was asked. */
export function costsNothing(error: unknown): boolean {
  return !paidFor.has(toCodedError(error).code);
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
