const deepestCause = 6;

/** The code of an error or of the nearest of its causes that has one, such as `ENOSPC` or `28P01`. */
export function findErrorCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > deepestCause) return undefined;
  return 'code' in error && typeof error.code === 'string'
    ? error.code
    : findErrorCode(error.cause, depth + 1);
}
