import { CodedError } from '#shared/errors.ts';
import { ChunkLoadError } from './load-chunk.ts';

/** The sentence that tells a person why something failed. Never a stack or a browser's own words. */
export function describeFailure(error: unknown): string {
  if (error instanceof CodedError) return error.message;
  if (error instanceof ChunkLoadError)
    return `${error.message} Please reload the page; your prompt and script are kept.`;
  return 'Something went wrong on this page. Please try again.';
}

/** A browser alert stops everything, so the page first gets the time to show what it has to show. */
export function showAlert(message: string): void {
  setTimeout(() => window.alert(message));
}
