import type { ProgressLine } from '#shared/api/progress.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import type { CountedUse } from '../limits/daily-limits.ts';

/** Passes lines on; refunds the use after a server error, unless a provider was paid. */
export async function* refundFreeFailures(
  use: CountedUse,
  lines: AsyncGenerator<ProgressLine>,
): AsyncGenerator<ProgressLine> {
  try {
    yield* lines;
  } catch (error) {
    refundOurFailure(use, error);
    throw error;
  }
}

/** A refusal costs the provider work, and a disconnect costs us work. */
const workedErrors: ReadonlySet<ErrorCode> = new Set(['content_refused', 'client_closed']);

/** Refunds a use after an error of the server or provider; the use itself knows whether a provider was paid. */
export function refundOurFailure(use: CountedUse, error: unknown): void {
  if (!workedErrors.has(toCodedError(error).code)) use.refund();
}

/** Passes lines on and logs the finished script after sending it. */
export async function* reportScript(
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
