import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** The message for the user. Never a stack or a browser's own message. */
export function describeFailure(error: unknown): string {
  if (error instanceof CodedError) return error.message;
  if (error instanceof ChunkLoadError) return `${error.message} ${t(pageMessages.reloadAdvice)}`;
  return t(pageMessages.pageFailed);
}

/** After the page had time to render: an alert blocks it. */
export function showAlert(message: string): void {
  setTimeout(() => window.alert(message));
}

const kept: unknown[] = [];

/** An error that recurs every frame must not fill the memory. */
const maxKept = 20;

let record: ((error: unknown) => void) | undefined;

/** For an error that was caught and shown: logs it, and records it unless the user can correct it, such as a wrong password. */
export function noteFailure(error: unknown): void {
  console.error('Shown in the page:', error);
  if (!(error instanceof CodedError) || error.status >= 500) noteError(error);
}

export function noteError(error: unknown): void {
  if (record) record(error);
  else if (kept.length < maxKept) kept.push(error);
}

const connected = new AbortController();
const { signal } = connected;
// Absent in Node, where the page is prerendered.
globalThis.addEventListener?.('error', ({ error }) => noteError(error), { signal });
globalThis.addEventListener?.('unhandledrejection', ({ reason }) => noteError(reason), { signal });

export function connectRecorder(recorder: (error: unknown) => void): void {
  connected.abort();
  record = recorder;
  for (const error of kept.splice(0)) recorder(error);
}
