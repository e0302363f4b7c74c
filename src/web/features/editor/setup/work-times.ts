import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { parseJson } from '../../../lib/call-server.ts';
import { isRecord } from '../../../lib/check-value.ts';
import { mostPastWork, type PastWork } from './estimate-time.ts';

const storageKey = 'benshi.work-times';
/** Providers come and go; what was heard of longest ago is forgotten first. */
const mostKinds = 20;

type WorkTimes = Record<string, readonly PastWork[]>;

/**
 * What such work took in this browser, the newest last. Nothing about a video, a prompt or a script is in it.
 * @param kind what is done and by whom, such as "script Parrot"
 */
export function readWorkTimes(kind: string): readonly PastWork[] {
  return readAll()[kind] ?? [];
}

export function addWorkTime(kind: string, work: PastWork): void {
  if (!(work.size > 0 && work.seconds > 0)) return;
  const { [kind]: before = [], ...others } = readAll();
  const kept = Object.entries(others).slice(1 - mostKinds);
  const times = { ...Object.fromEntries(kept), [kind]: [...before, work].slice(-mostPastWork) };
  keepItem(storageKey, JSON.stringify(times));
}

function readAll(): WorkTimes {
  const kept = parseJson(readItem(storageKey) ?? '');
  return isWorkTimes(kept) ? kept : {};
}

/** By hand, because it comes with the page, which does not wait for zod. */
function isWorkTimes(value: unknown): value is WorkTimes {
  return (
    isRecord(value) && Object.values(value).every(times => Array.isArray(times) && times.every(isPastWork))
  );
}

function isPastWork(value: unknown): value is PastWork {
  return isRecord(value) && isPositive(value.size) && isPositive(value.seconds);
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
