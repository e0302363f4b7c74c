import { CodedError } from '#shared/errors.ts';

/** Errors from before the recorder is loaded, which comes last. */
const kept: unknown[] = [];

/** An error that recurs every frame must not fill the memory. */
const maxKept = 20;

let record: ((error: unknown) => void) | undefined;

/** For an error that was caught and shown: logs it, and records it unless the user can correct it, such as a wrong password. */
export function noteFailure(error: unknown): void {
  console.error('Shown in the page:', error);
  if (!(error instanceof CodedError) || error.status >= 500) noteError(error);
}

/** For uncaught errors. Dropped if errors are not recorded. */
export function noteError(error: unknown): void {
  if (record) record(error);
  else if (kept.length < maxKept) kept.push(error);
}

const connected = new AbortController();

/** Call before all other code of the page. */
export function listenForErrors(): void {
  const { signal } = connected;
  window.addEventListener('error', ({ error }) => noteError(error), { signal });
  window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason), { signal });
}

/** Passes on the stored errors. From now on the recorder listens itself, and receives noted errors. */
export function connectRecorder(recorder: (error: unknown) => void): void {
  connected.abort();
  record = recorder;
  for (const error of kept.splice(0)) recorder(error);
}

/** Errors are not recorded on this server. */
export function dropErrors(): void {
  connectRecorder(() => {});
}
