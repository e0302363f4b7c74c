import {
  type BrowserOptions,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react';

/** Recorded with headers and bodies: no sound, no pictures, nothing of accounts and messages. */
const recordedPaths = new Set([
  '/api/config',
  '/api/voices',
  '/api/free/analysis',
  '/api/free/script',
  '/create_script',
]);

const unrecordedPath = /^\/api\/(?:auth|account|setup)(?:\/|$)/u;

/** JSON and JSON lines. Not forms, whose parts may be pictures and videos. */
const readableBody = /^application\/(?:json|x-ndjson)(?:;|$)/iu;

type CallRecord = 'whole' | 'without bodies' | 'none';

export function findCallRecord(address: string, ownOrigin: string): CallRecord {
  if (!URL.canParse(address, ownOrigin)) return 'without bodies';
  const { origin, pathname } = new URL(address, ownOrigin);
  if (origin === ownOrigin && unrecordedPath.test(pathname)) return 'none';
  return origin === ownOrigin && recordedPaths.has(pathname) ? 'whole' : 'without bodies';
}

export function makeRecordedPatterns(ownOrigin: string): RegExp[] {
  const origin = ownOrigin.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  return [...recordedPaths].map(path => new RegExp(`^${origin}${path}(?:\\?|$)`, 'u'));
}

type MakeTransport = NonNullable<BrowserOptions['transport']>;
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0];
type BeforeBreadcrumb = NonNullable<BrowserOptions['beforeBreadcrumb']>;
type ReplayOptions = NonNullable<Parameters<typeof replayIntegration>[0]>;
type BeforeAddRecordingEvent = NonNullable<ReplayOptions['beforeAddRecordingEvent']>;

/** The first reports visits, which are no errors; the second repeats the console. */
const unwantedIntegrations = new Set(['BrowserSession', 'Console']);

/**
 * Starts recording errors, with the page's activity from a minute before, all texts and pictures masked. docs/self-hosting.md lists what is
 * sent. @returns records a caught error
 */
export function recordErrors(dsn: string): (error: unknown) => void {
  init({
    dsn,
    transport: makeFilteredTransport,
    beforeBreadcrumb: filterBreadcrumb,
    sendClientReports: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: { request: { allow: ['User-Agent'] }, response: false },
      httpBodies: [],
      urlQueryParams: false,
    },
    replaysSessionSampleRate: 0,
    replaysOnErrorSampleRate: 1,
    integrations: defaults => [
      ...defaults.filter(({ name }) => !unwantedIntegrations.has(name)),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        stickySession: false,
        // Compressed data could not be checked before it is sent.
        useCompression: false,
        networkDetailAllowUrls: makeRecordedPatterns(window.location.origin),
        networkResponseHeaders: ['x-request-id', 'retry-after'],
        beforeAddRecordingEvent: filterEvent,
      }),
    ],
  });
  return error => captureException(error);
}

const filterBreadcrumb: BeforeBreadcrumb = (breadcrumb, hint) => {
  const { category, data } = breadcrumb;
  if (category !== 'fetch' && category !== 'xhr') return breadcrumb;
  const found = findCallRecord(String(data?.url), window.location.origin);
  if (found === 'none') return null;
  // The recorder would read a copy of the whole response, even an hour of sound, just for its length.
  if (found === 'without bodies' && hint) delete hint.response;
  return breadcrumb;
};

type RecordedMessage = { readonly headers: Readonly<Record<string, string>>; body?: unknown };

const filterEvent: BeforeAddRecordingEvent = event => {
  const { tag, payload } = event.data;
  // Single keys, which could reveal a password.
  if (tag === 'breadcrumb' && payload.category === 'ui.keyDown') return null;
  if (tag === 'performanceSpan' && (payload.op === 'resource.fetch' || payload.op === 'resource.xhr')) {
    const call: Partial<Record<'request' | 'response', RecordedMessage>> | undefined = payload.data;
    for (const message of [call?.request, call?.response])
      if (message && !readableBody.test(message.headers['content-type'] ?? '')) delete message.body;
  }
  return event;
};

/** All data passes through here: events, and recordings with the recorder's own data. */
const makeFilteredTransport: MakeTransport = options => {
  const transport = makeFetchTransport(options);
  return { ...transport, send: envelope => transport.send(hideSecretsIn(envelope)) };
};

/** Parameters of an address may be secret, such as the token for a new password. */
const addressValue = /([?&#][\w.[\]-]+=)[^&#"'`\s\\<>]+/gu;

function hideSecretsIn(envelope: Envelope): Envelope {
  const shown = JSON.stringify(envelope).replace(addressValue, '$1[hidden]');
  const [headers, items]: Envelope = JSON.parse(shown);
  // A recording is preceded by its length in bytes.
  for (const [about, content] of items as [{ length?: number }, unknown][])
    if (about.length !== undefined && typeof content === 'string')
      about.length = new TextEncoder().encode(content).length;
  return [headers, items] as Envelope;
}
