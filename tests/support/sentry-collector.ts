import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An item of an envelope: its header, and its raw content. */
interface EnvelopeItem {
  readonly type: string;
  readonly content: string;
}

/** A call of the page in a replay. */
export interface RecordedCall {
  readonly address: string;
  readonly method: string;
  readonly request: RecordedMessage | undefined;
  readonly response: RecordedMessage | undefined;
}

interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into events field by field.
type Json = any;

/** A real HTTP server in place of an error recorder's, which keeps every byte. */
export interface SentryCollector extends AsyncDisposable {
  /** The value of `SENTRY_DSN`. */
  readonly dsn: string;
  /** Every byte of every request so far, headers and bodies. */
  readBytes(): Buffer;
  /** The parsed error events. */
  readEvents(): Json[];
  readCalls(): RecordedCall[];
  countRecordings(): number;
}

export async function startSentryCollector(): Promise<SentryCollector> {
  const requests: Buffer[] = [];
  const items: EnvelopeItem[] = [];
  const server = createServer(async (incoming, response) => {
    const head = Buffer.from(`${incoming.method} ${incoming.url}\n${incoming.rawHeaders.join('\n')}\n\n`);
    const pieces = await incoming.toArray().catch(() => undefined);
    // A closed page sends only a part.
    if (pieces === undefined) return response.destroy();
    const body = Buffer.concat(pieces);
    requests.push(head, body);
    items.push(...readItems(body));
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const find = (type: string) => items.filter(item => item.type === type).map(item => item.content);
  return {
    dsn: `http://0123456789abcdef@127.0.0.1:${port}/1`,
    readBytes: () => Buffer.concat(requests),
    readEvents: () => find('event').map(content => JSON.parse(content)),
    readCalls: () => find('replay_recording').flatMap(readRecordedCalls),
    countRecordings: () => find('replay_recording').length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * The items of an envelope: lines of JSON, each item a header and a content, whose byte length the header may give.
 * @throws Error when a length is wrong, as the vendor refuses it
 */
function readItems(body: Buffer): EnvelopeItem[] {
  const items: EnvelopeItem[] = [];
  let position = body.indexOf('\n') + 1;
  JSON.parse(body.toString('utf8', 0, position));
  while (position > 0 && position < body.length) {
    const headEnd = findLineEnd(body, position);
    const head: { type: string; length?: number } = JSON.parse(body.toString('utf8', position, headEnd));
    const start = headEnd + 1;
    const end = head.length === undefined ? findLineEnd(body, start) : start + head.length;
    if (end !== findLineEnd(body, end)) throw new Error(`A ${head.type} is not as long as it says.`);
    items.push({ type: head.type, content: body.toString('utf8', start, end) });
    position = end + 1;
  }
  return items;
}

function findLineEnd(body: Buffer, from: number): number {
  const found = body.indexOf('\n', from);
  return found < 0 ? body.length : found;
}

/** A recording is a header line and a line with its events. */
function readRecordedCalls(recording: string): RecordedCall[] {
  const events: Json[] = JSON.parse(recording.slice(recording.indexOf('\n') + 1));
  return events.flatMap(event => {
    const { tag, payload } = event.data;
    if (tag !== 'performanceSpan' || !/^resource\.(?:fetch|xhr)$/u.test(payload.op)) return [];
    const { method, request, response } = payload.data;
    return [{ address: payload.description, method, request, response }];
  });
}
