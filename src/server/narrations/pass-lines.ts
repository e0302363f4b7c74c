import type { ProgressLine } from '#shared/api/progress.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { toCodedError } from '../http/to-coded-error.ts';
import type { CountedUse } from '../limits/daily-limits.ts';

/** Passes lines on; when they end in an error on our side, the use does not count, unless a provider was paid. */
export async function* forgiveFreeFailures(
  use: CountedUse,
  lines: AsyncGenerator<ProgressLine>,
): AsyncGenerator<ProgressLine> {
  try {
    yield* lines;
  } catch (error) {
    forgiveOurFailure(use, error);
    throw error;
  }
}

/** What a provider declined was its work, and what a client did not wait for was ours. */
const worked: ReadonlySet<ErrorCode> = new Set(['content_refused', 'client_closed']);

/** What failed on our side or the provider's shall not count; whether a provider was paid, the use itself knows. */
export function forgiveOurFailure(use: CountedUse, error: unknown): void {
  if (!worked.has(toCodedError(error).code)) use.forgive();
}

/** Passes lines on and writes the finished script down while the client already has it. */
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
