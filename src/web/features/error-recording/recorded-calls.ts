/** The only calls that are recorded with headers and bodies: no sound, no pictures, nothing of accounts and messages. */
const recordedPaths = new Set([
  '/api/config',
  '/api/voices',
  '/api/free/analysis',
  '/api/free/script',
  '/create_script',
]);

const unrecordedPath = /^\/api\/(?:auth|account)(?:\/|$)/u;

const readableBody = /^application\/(?:json|x-ndjson)(?:;|$)/iu;

export type CallRecord = 'whole' | 'without bodies' | 'none';

export function findCallRecord(address: string, ownOrigin: string): CallRecord {
  if (!URL.canParse(address, ownOrigin)) return 'without bodies';
  const { origin, pathname } = new URL(address, ownOrigin);
  if (origin === ownOrigin && unrecordedPath.test(pathname)) return 'none';
  return origin === ownOrigin && recordedPaths.has(pathname) ? 'whole' : 'without bodies';
}

/** Patterns for exactly the calls that are recorded completely. */
export function makeRecordedPatterns(ownOrigin: string): RegExp[] {
  const origin = ownOrigin.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  return [...recordedPaths].map(path => new RegExp(`^${origin}${path}(?:\\?|$)`, 'u'));
}

/** JSON and JSON lines. Not forms, whose parts may be pictures and videos. */
export function isReadableBody(contentType: string | undefined): boolean {
  return readableBody.test(contentType ?? '');
}
