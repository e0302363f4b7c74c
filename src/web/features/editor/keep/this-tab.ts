import { createId } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';

/** Made anew with each load of the page: a tab that is duplicated is another one. */
export const tabId = createId();

const openKey = (owner: string) => `benshi.open.${owner}`;

/** The project that this tab had open last; two tabs have two. Undefined: the newest one is opened. */
export function readOpenProject(owner: string): string | undefined {
  return readItem(openKey(owner), 'sessionStorage');
}

export function noteOpenProject(owner: string, projectId: string): void {
  keepItem(openKey(owner), projectId, 'sessionStorage');
}

const lockName = (id: string) => `benshi.work.${id}`;

/** Lets other tabs know that work goes on in this one, until the returned function is called. Without locks they assume that none does. */
export function holdWork(): () => void {
  let release = () => {};
  const hold = new Promise<void>(resolve => {
    release = resolve;
  });
  navigator.locks?.request(lockName(tabId), () => hold).catch(() => {});
  return () => release();
}

export async function isWorkHeld(id: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return held.some(({ name }) => name === lockName(id));
}
