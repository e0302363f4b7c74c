import { AsyncLocalStorage } from 'node:async_hooks';

const subject = new AsyncLocalStorage<string>();

/** Progress and errors go to stderr, so that stdout stays free. */
export function tell(sentence: string): void {
  const name = subject.getStore();
  console.error(name === undefined ? sentence : `${name}: ${sentence}`);
}

/** Whatever the work tells begins with the name of what it is about: so several can be told side by side. */
export function tellAbout<T>(name: string, work: () => Promise<T>): Promise<T> {
  return subject.run(name, work);
}

/** Whether others speak in between, so that no line may be written over. */
export function isAmongOthers(): boolean {
  return subject.getStore() !== undefined;
}
