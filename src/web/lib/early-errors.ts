import { CodedError } from '#shared/errors.ts';

/**
 * Keeps what goes wrong before the recorder of errors is there, which is loaded after everything that people wait for.
 */
const kept: unknown[] = [];

/** An error that comes back with every frame must not fill the memory. */
const mostKept = 20;

let record: ((error: unknown) => void) | undefined;

/** How a line in the console begins that tells of something which the page tells as well. */
export const shownFailure = 'Shown in the page:';

/**
 * For a failure that was caught to be shown, and should be seen by whoever looks for its cause: it goes to the console and,
 * where errors are recorded, there. What a person can mend, such as a wrong password or another video, is not recorded.
 */
export function noteFailure(error: unknown): void {
  console.error(shownFailure, error);
  if (!(error instanceof CodedError) || error.status >= 500) noteError(error);
}

/** For errors that nobody caught. Forgotten where errors are not recorded. */
export function noteError(error: unknown): void {
  if (record) record(error);
  else if (kept.length < mostKept) kept.push(error);
}

const noteUncaught = ({ error }: ErrorEvent) => noteError(error);
const noteRejected = ({ reason }: PromiseRejectionEvent) => noteError(reason);

/** To be called before anything else of the page has begun. */
export function listenForErrors(): void {
  window.addEventListener('error', noteUncaught);
  window.addEventListener('unhandledrejection', noteRejected);
}

/** Hands over what was kept. From now on the recorder listens for itself, and gets what is noted. */
export function handErrorsTo(recorder: (error: unknown) => void): void {
  window.removeEventListener('error', noteUncaught);
  window.removeEventListener('unhandledrejection', noteRejected);
  record = recorder;
  for (const error of kept.splice(0)) recorder(error);
}

/** Errors are not recorded here. */
export function forgetErrors(): void {
  handErrorsTo(() => {});
}
