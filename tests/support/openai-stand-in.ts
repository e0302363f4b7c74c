import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeToneMp3 } from './make-mp3.ts';
import { completionBody, completionChunks, eventStreamText, vendorErrors } from './openai-bodies.ts';

/** The three calls that the product makes. */
export type ProviderCall = 'vision' | 'script' | 'speech';

export interface RecordedRequest {
  readonly call: ProviderCall;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the body field by field.
  readonly body: any;
  /** How it ended: `early` when the client closed the connection before the answer was complete. */
  readonly closed: Promise<{ readonly early: boolean; readonly sentBytes: number }>;
}

/** One request that is being answered. */
export interface Exchange {
  readonly call: ProviderCall;
  readonly model: string;
  readonly request: RecordedRequest;
  readonly response: ServerResponse;
  /** What would be answered without a fault. */
  readonly normal: { readonly mediaType: string; readonly body: Buffer };
  /** The origin of this server, as an inner host that nobody should be led to. */
  readonly inside: string;
}

export type Behaviour = (exchange: Exchange) => void | Promise<void>;

export interface OpenAiStandIn {
  /** What `OPENAI_BASE_URL` is set to. */
  readonly baseUrl: string;
  /** All requests so far, in the order in which they came. */
  readonly requests: readonly RecordedRequest[];
  /** The next requests of a call are answered so, one after the other; then normally again. */
  next(call: ProviderCall, ...behaviours: Behaviour[]): void;
  /** Every request of a call is answered so, until told otherwise. */
  always(call: ProviderCall, behaviour: Behaviour): void;
  /** Changes what is normally said. */
  say(texts: { analysis?: string; script?: string }): void;
  /** The next request of a call, once it has come. */
  waitForRequest(call: ProviderCall): Promise<RecordedRequest>;
  /** Forgets requests and behaviours. */
  reset(): void;
  close(): Promise<void>;
}

const usualTexts = {
  analysis:
    'A dog stands on a lawn in the sun. 0.5: it looks up. 4.5: it runs to the left, after a red ball.',
  script: 'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.',
};

/** A tone of its own for each voice, so that a test can tell them apart. */
const voiceHz: Record<string, number> = { fable: 330, alloy: 262, onyx: 147, nova: 440, shimmer: 523 };

/**
 * A server on this machine that answers like OpenAI: real HTTP, bodies as the vendor documents them, and whatever fault
 * a test asks for. `node tests/support/openai-stand-in.ts [port]` runs it alone.
 */
export async function startOpenAiStandIn({ port = 0 } = {}): Promise<OpenAiStandIn> {
  const requests: RecordedRequest[] = [];
  const queues = new Map<ProviderCall, Behaviour[]>();
  const fixed = new Map<ProviderCall, Behaviour>();
  const waiting = new Map<ProviderCall, ((request: RecordedRequest) => void)[]>();
  let texts = usualTexts;

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    response.on('error', () => undefined);
    const request = await record(incoming, response);
    if (!request) return sendNotFound(response);
    requests.push(request);
    for (const resolve of waiting.get(request.call)?.splice(0) ?? []) resolve(request);
    const { call, body } = request;
    const exchange: Exchange = {
      call,
      model: body.model,
      request,
      response,
      normal: await composeNormal(call, body, texts),
      inside: origin,
    };
    await (queues.get(call)?.shift() ?? fixed.get(call) ?? answerNormally)(exchange);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl: `${origin}/v1`,
    requests,
    next: (call, ...behaviours) => queues.set(call, [...(queues.get(call) ?? []), ...behaviours]),
    always: (call, behaviour) => fixed.set(call, behaviour),
    say: changed => {
      texts = { ...texts, ...changed };
    },
    waitForRequest: call =>
      new Promise(resolve => waiting.set(call, [...(waiting.get(call) ?? []), resolve])),
    reset: () => {
      requests.length = 0;
      queues.clear();
      fixed.clear();
      texts = usualTexts;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads a request whole; undefined when it is none of the three calls. */
async function record(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<RecordedRequest | undefined> {
  const { socket } = incoming;
  const bytesBefore = socket.bytesWritten;
  const closed = new Promise<{ early: boolean; sentBytes: number }>(resolve => {
    response.once('close', () =>
      resolve({ early: !response.writableFinished, sentBytes: socket.bytesWritten - bytesBefore }),
    );
  });
  const text = Buffer.concat(await incoming.toArray()).toString();
  const { method = '', url: path = '', headers } = incoming;
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return undefined;
  const body = JSON.parse(text);
  const call = findCall(path, body);
  return call && { call, method, path, headers, body, closed };
}

function findCall(path: string, body: { stream?: boolean }): ProviderCall | undefined {
  if (path === '/v1/audio/speech') return 'speech';
  if (path === '/v1/chat/completions') return body.stream ? 'script' : 'vision';
  return undefined;
}

async function composeNormal(
  call: ProviderCall,
  body: { model: string; voice?: string; input?: string },
  texts: typeof usualTexts,
): Promise<Exchange['normal']> {
  if (call === 'speech')
    return { mediaType: 'audio/mpeg', body: await speak(body.voice ?? '', body.input ?? '') };
  if (call === 'vision') {
    const answer = completionBody(body.model, { content: texts.analysis });
    return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(answer)) };
  }
  const events = eventStreamText(completionChunks(body.model, { content: texts.script }));
  return { mediaType: 'text/event-stream; charset=utf-8', body: Buffer.from(events) };
}

const charactersPerSecond = 15;
const longestSeconds = 20;
const spoken = new Map<string, Promise<Buffer>>();

/** A tone that lasts about as long as the text would, longer for longer texts up to a bound. */
function speak(voice: string, input: string): Promise<Buffer> {
  const seconds = Math.min(longestSeconds, Math.ceil((input.length / charactersPerSecond) * 2) / 2);
  const hz = voiceHz[voice] ?? 200;
  const key = `${hz} ${seconds}`;
  const sound = spoken.get(key) ?? makeToneMp3({ hz, seconds });
  spoken.set(key, sound);
  return sound;
}

/** Event by event where it is streamed, as the vendor does. */
function answerNormally({ call, response, normal }: Exchange) {
  response.writeHead(200, {
    'content-type': normal.mediaType,
    'x-request-id': 'req_stand_in',
    'openai-processing-ms': '12',
    'openai-version': '2020-10-01',
  });
  if (call === 'script')
    for (const event of normal.body.toString().split(/(?<=\n\n)/u)) response.write(event);
  else response.write(normal.body);
  response.end();
}

function sendNotFound(response: ServerResponse) {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { ...vendorErrors.badRequest, message: 'Invalid URL' } }));
}

if (import.meta.main) {
  const standIn = await startOpenAiStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`OPENAI_BASE_URL=${standIn.baseUrl}\n`);
}
