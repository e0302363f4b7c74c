import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { isRecord, parseJson } from '../../../lib/call-server.ts';
import type { Transcription } from '../model/editor.ts';

const storageKey = 'benshi.sound-consent';
/** As it is shown in this page: another tab does not change it behind the person's back. */
const known = new Map<string, boolean>();

/** Whether the sound of videos may go to a provider: as the person chose it in this browser, else as the server has it. */
export function mayHear({ name, mode }: Transcription): boolean {
  const kept = known.get(name) ?? readKept()[name];
  const isGiven = typeof kept === 'boolean' ? kept : mode === 'on';
  known.set(name, isGiven);
  return isGiven;
}

export function keepConsent({ name }: Transcription, isGiven: boolean): void {
  known.set(name, isGiven);
  keepItem(storageKey, JSON.stringify({ ...readKept(), [name]: isGiven }));
}

function readKept(): Record<string, unknown> {
  const kept = parseJson(readItem(storageKey) ?? '');
  return isRecord(kept) ? kept : {};
}
