import fc from 'fast-check';
import { type MadeBody, type MadeFiles, makeFormBody, makeJsonBody } from './made-bodies.ts';
import { type FieldSchema, type MadeField, makeFields } from './made-values.ts';

/** Whose session it has. */
export type Asker = 'nobody' | 'person' | 'premium' | 'leaving';

/** A request before its head is encoded. */
export interface MadeRequest {
  readonly asker: Asker;
  readonly method: string;
  /** With its query, as in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: FieldSchema;
  readonly required?: boolean;
}

interface Call {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>> };
}

/** The answer of `GET /api/openapi.json`. */
export interface CallDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
}

/** Calls that hash a password, 50 ms each, or speak samples. */
const slowPaths = /sign-(up|in)|reset-password|deletion|sample/u;

/** Requests of all kinds to all documented calls. */
export function makeRequests(description: CallDescription, files: MadeFiles): fc.Arbitrary<MadeRequest> {
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      weight: slowPaths.test(path) ? 1 : 8,
      arbitrary: makeCall(path, method.toUpperCase(), call, files),
    })),
  );
  const elsewhere = fc.record({
    asker,
    method: anyMethod,
    target: fc.oneof(anyPath, fc.constantFrom(...Object.keys(description.paths)).chain(spoilPath)),
    headers: makeHeaders(),
    body: fc.option(
      fc.uint8Array({ maxLength: 100 }).map(bytes => Buffer.from(bytes)),
      { nil: undefined },
    ),
  });
  return fc.oneof(...calls, { weight: 60, arbitrary: elsewhere });
}

const asker = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Asker>('nobody') },
  { weight: 2, arbitrary: fc.constant<Asker>('person') },
  { weight: 1, arbitrary: fc.constant<Asker>('premium') },
);

const anyMethod = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('GET', 'POST') },
  fc.constantFrom(
    'HEAD',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'SEARCH',
    'M-SEARCH',
  ),
);

const anyPath = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '/login',
    '/premium',
    '/assets/',
    '/assets/none.js',
    '/.env',
    '/.git/config',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cwindows',
    '/%',
    '/%00',
    '/%ff',
    '/%c0%af',
    '/index.html?',
    '/?a=1&a=2&__proto__[x]=1',
    '/api',
    '/api/',
    '/api/auth',
    '/api/auth/',
    '/api/auth/admin/list-users',
    '/api/auth/update-user',
    '/api/voices/../../x/sample.mp3',
    '*',
  ),
  fc.webPath({ size: 'small' }).map(path => (path.startsWith('/') ? path : `/${path}`)),
  fc.constantFrom(3000, 9000).map(length => `/${'a'.repeat(length)}`),
);

function spoilPath(path: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    path.replace('a', '%61'),
    `${path}%00`,
    `${path};x=1`,
    `${path}?${'q=1&'.repeat(1500)}`,
    `${path}/../..${path}`,
    `http://localhost${path}`,
    `http://other.example${path}`,
    `${path}#part`,
  );
}

function makeCall(path: string, method: string, call: Call, files: MadeFiles): fc.Arbitrary<MadeRequest> {
  const content = Object.entries(call.requestBody?.content ?? {})[0];
  const body: fc.Arbitrary<MadeBody | undefined> = content
    ? content[0].startsWith('multipart')
      ? makeFormBody(content[1].schema, files)
      : makeJsonBody(content[1].schema)
    : fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, makeJsonBody({}));
  return fc
    .record({
      // A signed-out session is useless to later requests.
      asker: path.endsWith('/sign-out') ? fc.constant<Asker>('leaving') : asker,
      method: fc.oneof({ weight: 15, arbitrary: fc.constant(method) }, anyMethod),
      target: fc.tuple(fillPath(path), makeQuery(call.parameters ?? [])).map(parts => parts.join('')),
      headers: makeHeaders(),
      body,
    })
    .map(({ body: made, headers, ...request }) => ({
      ...request,
      headers: made?.contentType === undefined ? headers : [['content-type', made.contentType], ...headers],
      body: made?.bytes,
    }));
}

function fillPath(path: string): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom('nova', 'fable'),
    fc.webSegment(),
    fc.constantFrom('..%2f', '%00', 'Adam'),
  );
  return name.map(each => path.replaceAll(/\{\w+\}/gu, each));
}

function makeQuery(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const inQuery = parameters.filter(each => each.in === 'query');
  const required = inQuery.filter(each => each.required).map(({ name }) => name);
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
  const fields = makeFields({ properties, required }).map(writeQuery);
  return fc.oneof(
    { weight: 12, arbitrary: fields },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '?',
        '?&&&',
        '?a',
        '?a=%',
        '?a=%ff%fe',
        '?__proto__=1',
        '?token=x&callbackURL=//x',
      ),
    },
    { weight: 1, arbitrary: fc.webQueryParameters().map(query => `?${query}`) },
  );
}

function writeQuery(fields: readonly MadeField[]): string {
  if (fields.length === 0) return '';
  const pairs = fields.map(
    ([name, value]) => `${escapeText(name)}=${escapeText(String(JSON.stringify(value) ?? ''))}`,
  );
  // Longer ones are refused with their headers, which another test covers.
  return `?${pairs.join('&')}`.slice(0, 8000);
}

function escapeText(text: string): string {
  const bare = text.startsWith('"') ? text.slice(1, -1) : text;
  return encodeURIComponent(bare.toWellFormed());
}

const oddHeader = fc.oneof(
  fc
    .constantFrom<readonly (readonly [string, readonly string[]])[]>([
      [
        'accept',
        ['application/x-ndjson', 'text/html', '*/*', 'application/x-ndjson;q=0', 'x', 'a/b,'.repeat(500)],
      ],
      ['accept-language', ['de', '*', 'x'.repeat(500)]],
      ['accept-encoding', ['gzip', 'br', 'identity;q=0', '*']],
      ['origin', ['http://localhost', 'https://other.example', 'null', '', 'http://localhost:1/']],
      ['referer', ['https://other.example/', 'x']],
      ['host', ['other.example', '', 'a b', 'localhost:99999', '[::1', '[::1]:80', 'x'.repeat(300)]],
      [
        'cookie',
        [
          'a=b',
          'better-auth.session_token=x.y',
          ';;;==',
          '='.repeat(2000),
          'benshi.device=x; benshi.device=y',
        ],
      ],
      ['content-encoding', ['gzip', 'identity', 'br, gzip', 'x']],
      ['expect', ['100-continue', 'nothing', '100-continue, x']],
      ['range', ['bytes=0-', 'bytes=9-1', 'bytes=-0,-1', 'x']],
      ['if-none-match', ['*', '"x"', 'W/"x"']],
      ['if-modified-since', ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT']],
      [
        'x-forwarded-for',
        ['1.2.3.4', 'x', '::1, 10.0.0.1', `1.2.3.4, ${'9.9.9.9,'.repeat(300)}`, "' or 1=1"],
      ],
      ['x-forwarded-host', ['other.example']],
      ['x-forwarded-proto', ['https', 'x']],
      ['forwarded', ['for=1.2.3.4;host=other.example']],
      ['authorization', ['Bearer x', 'Basic YTpi', 'x'.repeat(4000)]],
      ['x-http-method-override', ['DELETE']],
      ['upgrade', ['websocket', 'h2c']],
      ['connection', ['upgrade', 'keep-alive', 'x']],
      ['te', ['trailers']],
      ['sec-fetch-mode', ['navigate', 'cors']],
      ['sec-fetch-site', ['cross-site', 'same-origin']],
      ['stripe-signature', ['t=1,v1=x', 'x', `t=${'9'.repeat(400)},v1=00`]],
      ['idempotency-key', ['x', '', 'k'.repeat(2000), 'a b']],
      ['x-request-id', ['x', '../..']],
      ['content-language', ['de']],
    ])
    .chain(known => fc.constantFrom(...known))
    .chain(([name, values]) => fc.constantFrom(...values).map(value => [name, value] as const)),
  fc
    .tuple(
      fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/u).filter(name => !framing.has(name)),
      fc.stringMatching(/^[ -~\u00a0-\u00ff]{0,60}$/u),
    )
    .map(each => each as readonly [string, string]),
);

/** These change where a request ends; see `broken-http.ts`. */
const framing = new Set(['content-length', 'transfer-encoding', 'trailer', 'keep-alive']);

function makeHeaders(): fc.Arbitrary<(readonly [string, string])[]> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<(readonly [string, string])[]>([]) },
    { weight: 2, arbitrary: fc.array(oddHeader, { maxLength: 4 }) },
  );
}
