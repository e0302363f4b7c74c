import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerExchange } from './broken-answers.ts';
import { type AccountVoice, accountVoices, vendorErrors, voicesBody } from './elevenlabs-bodies.ts';
import { makeToneMp3 } from './make-mp3.ts';

/** The two calls that the product makes. */
export type ElevenLabsCall = 'voices' | 'speech';

export interface ElevenLabsRequest {
  readonly call: ElevenLabsCall;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the body field by field.
  readonly body: any;
  /** How it ended: `early` when the client closed the connection before the answer was complete. */
  readonly closed: Promise<{ readonly early: boolean; readonly sentBytes: number }>;
}

export interface ElevenLabsExchange extends AnswerExchange {
  readonly request: ElevenLabsRequest;
}

export type ElevenLabsBehaviour = (exchange: ElevenLabsExchange) => void | Promise<void>;

export interface ElevenLabsStandIn {
  /** What `ELEVENLABS_BASE_URL` is set to. */
  readonly baseUrl: string;
  /** All requests so far, in the order in which they came. */
  readonly requests: readonly ElevenLabsRequest[];
  /** The most speech requests that were being answered at the same time. */
  readonly mostAtOnce: number;
  /** The next requests of a call are answered so, one after the other; then normally again. */
  next(call: ElevenLabsCall, ...behaviours: ElevenLabsBehaviour[]): void;
  /** Every request of a call is answered so, until told otherwise. */
  always(call: ElevenLabsCall, behaviour: ElevenLabsBehaviour): void;
  /** Changes what the account is. */
  setAccount(changes: Partial<Account>): void;
  /** The next request of a call, once it has come. */
  waitForRequest(call: ElevenLabsCall): Promise<ElevenLabsRequest>;
  /** Forgets requests, behaviours and changes of the account. */
  reset(): void;
  close(): Promise<void>;
}

export interface Account {
  readonly voices: readonly AccountVoice[];
  /** Voices on a page, whatever is asked for. */
  readonly pageSize: number;
  /** What the plan allows at the same time; more is refused. */
  readonly maxConcurrent: number;
}

const usualAccount: Account = { voices: accountVoices, pageSize: 100, maxConcurrent: 5 };

/**
 * A server on this machine that answers like ElevenLabs: real HTTP, bodies as the vendor documents them, its limits of
 * length and concurrency, and whatever fault a test asks for. `node tests/support/elevenlabs-stand-in.ts [port]` runs it alone.
 */
export async function startElevenLabsStandIn({ port = 0 } = {}): Promise<ElevenLabsStandIn> {
  const requests: ElevenLabsRequest[] = [];
  const queues = new Map<ElevenLabsCall, ElevenLabsBehaviour[]>();
  const fixed = new Map<ElevenLabsCall, ElevenLabsBehaviour>();
  const waiting = new Map<ElevenLabsCall, ((request: ElevenLabsRequest) => void)[]>();
  let account = usualAccount;
  let running = 0;
  let mostAtOnce = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    response.on('error', () => undefined);
    const request = await record(incoming, response);
    if (!request) return sendJson(response, 404, vendorErrors.plainDetail);
    requests.push(request);
    for (const resolve of waiting.get(request.call)?.splice(0) ?? []) resolve(request);
    const behaviour = queues.get(request.call)?.shift() ?? fixed.get(request.call);
    if (request.call === 'voices') {
      const body = Buffer.from(JSON.stringify(composePage(account, request.query)));
      const normal = { mediaType: 'application/json', body };
      return (behaviour ?? answerNormally)({ request, response, normal, inside: origin });
    }
    running += 1;
    const end = () => {
      response.off('finish', end).off('close', end);
      running -= 1;
    };
    response.once('finish', end).once('close', end);
    const isTooMuch = running > account.maxConcurrent;
    mostAtOnce = Math.max(mostAtOnce, running);
    const refusal = isTooMuch
      ? ([429, vendorErrors.tooManyConcurrent] as const)
      : findRefusal(account, request);
    if (refusal && !behaviour) return sendJson(response, ...refusal);
    response.setHeader('current-concurrent-requests', running);
    response.setHeader('maximum-concurrent-requests', account.maxConcurrent);
    const normal = { mediaType: 'audio/mpeg', body: await speak(account, request) };
    await (behaviour ?? answerNormally)({ request, response, normal, inside: origin });
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl: origin,
    requests,
    get mostAtOnce() {
      return mostAtOnce;
    },
    next: (call, ...behaviours) => queues.set(call, [...(queues.get(call) ?? []), ...behaviours]),
    always: (call, behaviour) => fixed.set(call, behaviour),
    setAccount: changes => {
      account = { ...account, ...changes };
    },
    waitForRequest: call =>
      new Promise(resolve => waiting.set(call, [...(waiting.get(call) ?? []), resolve])),
    reset: () => {
      requests.length = 0;
      queues.clear();
      fixed.clear();
      account = usualAccount;
      mostAtOnce = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads a request whole; undefined when it is none of the two calls. */
async function record(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<ElevenLabsRequest | undefined> {
  const { socket, method = '', headers } = incoming;
  const bytesBefore = socket.bytesWritten;
  const closed = new Promise<{ early: boolean; sentBytes: number }>(resolve => {
    response.once('close', () =>
      resolve({ early: !response.writableFinished, sentBytes: socket.bytesWritten - bytesBefore }),
    );
  });
  const text = Buffer.concat(await incoming.toArray()).toString();
  const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://localhost');
  const call = findCall(method, path);
  const query = Object.fromEntries(searchParams);
  const body = text === '' ? undefined : JSON.parse(text);
  return call && { call, method, path, query, headers, body, closed };
}

const speechPath = /^\/v1\/text-to-speech\/(?<id>[^/]+)\/stream$/u;

function findCall(method: string, path: string): ElevenLabsCall | undefined {
  if (method === 'GET' && path === '/v2/voices') return 'voices';
  if (method === 'POST' && speechPath.test(path)) return 'speech';
  return undefined;
}

function composePage({ voices, pageSize }: Account, query: Readonly<Record<string, string>>) {
  const from = Number(query.next_page_token ?? 0);
  const to = from + Math.min(pageSize, Number(query.page_size ?? 10));
  return voicesBody(voices.slice(from, to), to < voices.length ? String(to) : null);
}

const mostCharacters: Readonly<Record<string, number>> = {
  eleven_v3: 5000,
  eleven_multilingual_v2: 10_000,
  eleven_flash_v2_5: 40_000,
};

/** What the true server refuses by itself. */
function findRefusal(
  { voices }: Account,
  { path, body }: ElevenLabsRequest,
): readonly [number, object] | undefined {
  if (!voices.some(({ id }) => id === findVoiceId(path))) return [404, vendorErrors.voiceNotFound];
  const most = mostCharacters[body.model_id];
  if (most === undefined) return [400, vendorErrors.modelNotFound];
  if (body.text.length > most) return [400, vendorErrors.tooLong];
  if (body.model_id === 'eleven_v3' && (body.previous_text || body.next_text))
    return [400, vendorErrors.unsupportedModel];
  return undefined;
}

function findVoiceId(path: string): string {
  return speechPath.exec(path)?.groups?.id ?? '';
}

const charactersPerSecond = 15;
const longestSeconds = 20;
const spoken = new Map<string, Promise<Buffer>>();

/** A tone of its own for each voice, which lasts about as long as the text would, up to a bound. */
function speak({ voices }: Account, { path, body }: ElevenLabsRequest): Promise<Buffer> {
  const index = voices.findIndex(({ id }) => id === findVoiceId(path));
  const length = Math.ceil((String(body.text).length / charactersPerSecond) * 2) / 2;
  const tone = { hz: 150 + 10 * index, seconds: Math.min(longestSeconds, length) };
  const key = `${tone.hz} ${tone.seconds}`;
  const sound = spoken.get(key) ?? makeToneMp3(tone);
  spoken.set(key, sound);
  return sound;
}

function answerNormally({ response, normal }: ElevenLabsExchange) {
  response.writeHead(200, { 'content-type': normal.mediaType, 'request-id': 'standInRequest000001' });
  response.end(normal.body);
}

/** A refusal with a body of the vendor's. */
export function sendJson(response: ServerResponse, status: number, body: object, headers = {}) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'standInRequest000002',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

if (import.meta.main) {
  const standIn = await startElevenLabsStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`ELEVENLABS_BASE_URL=${standIn.baseUrl}\n`);
}
