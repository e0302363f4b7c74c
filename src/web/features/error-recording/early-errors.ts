/**
 * Keeps what goes wrong before the recorder of errors is there, which is loaded after everything that people wait for.
 * To be imported before anything else of the page: it listens from its import on.
 */
const kept: unknown[] = [];

/** An error that comes back with every frame must not fill the memory. */
const mostKept = 20;

let record: ((error: unknown) => void) | undefined;

/** For errors that were caught to be shown, and should be seen by us too. Forgotten where errors are not recorded. */
export function noteError(error: unknown): void {
  if (record) record(error);
  else if (kept.length < mostKept) kept.push(error);
}

const noteUncaught = ({ error }: ErrorEvent) => noteError(error);
const noteRejected = ({ reason }: PromiseRejectionEvent) => noteError(reason);
window.addEventListener('error', noteUncaught);
window.addEventListener('unhandledrejection', noteRejected);

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
