/**
 * Our own calls whose headers and bodies a recording may hold. A call that is not named here is recorded without them:
 * all sound and pictures, and everything about accounts and people's messages.
 */
const recordedPaths = new Set([
  '/api/config',
  '/api/voices',
  '/api/free/analysis',
  '/api/free/script',
  '/create_script',
]);

/** Neither their bodies nor that they were made. */
const silentPath = /^\/api\/(?:auth|account)(?:\/|$)/u;

const readableBody = /^application\/(?:json|x-ndjson)(?:;|$)/iu;

export type CallRecord = 'whole' | 'without bodies' | 'none';

/** What a recording may hold of a call. */
export function findCallRecord(address: string, ownOrigin: string): CallRecord {
  if (!URL.canParse(address, ownOrigin)) return 'without bodies';
  const { origin, pathname } = new URL(address, ownOrigin);
  if (origin === ownOrigin && silentPath.test(pathname)) return 'none';
  return origin === ownOrigin && recordedPaths.has(pathname) ? 'whole' : 'without bodies';
}

/** Patterns for exactly the calls that are recorded whole. */
export function makeRecordedPatterns(ownOrigin: string): RegExp[] {
  const origin = ownOrigin.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  return [...recordedPaths].map(path => new RegExp(`^${origin}${path}(?:\\?|$)`, 'u'));
}

/** JSON, also in lines. Forms, whose parts may be pictures and videos, are not. */
export function isReadableBody(contentType: string | undefined): boolean {
  return readableBody.test(contentType ?? '');
}
