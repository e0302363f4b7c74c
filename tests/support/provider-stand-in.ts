import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { AnswerExchange } from './broken-answers.ts';

/** What a request says, before it is known which call it makes. */
export interface ReceivedMessage {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** What the JSON says; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the body field by field.
  readonly body: any;
}

export interface ProviderRequest<Call extends string> extends ReceivedMessage {
  readonly call: Call;
  /** How it ended: `early` when the client closed the connection before the answer was complete. */
  readonly closed: Promise<{ readonly early: boolean; readonly sentBytes: number }>;
}

/** One request that is being answered. */
export interface ProviderExchange<Call extends string> extends AnswerExchange {
  readonly request: ProviderRequest<Call>;
}

export type ProviderBehaviour<Call extends string> = (
  exchange: ProviderExchange<Call>,
) => void | Promise<void>;

/** What a stand-in of any vendor can be told, and what it knows. */
export interface ProviderStandIn<Call extends string> {
  readonly origin: string;
  /** All requests so far, in the order in which they came. */
  readonly requests: readonly ProviderRequest<Call>[];
  /** The next requests of a call are answered so, one after the other; then normally again. */
  next(call: Call, ...behaviours: ProviderBehaviour<Call>[]): void;
  /** Every request of a call is answered so, until told otherwise. */
  always(call: Call, behaviour: ProviderBehaviour<Call>): void;
  /** The next request of a call, once it has come. */
  waitForRequest(call: Call): Promise<ProviderRequest<Call>>;
  /** Forgets requests, behaviours and whatever else was changed. */
  reset(): void;
  close(): Promise<void>;
}

/** What differs from vendor to vendor. */
export interface Vendor<Call extends string> {
  /** The call that a request makes; undefined when it is none that the product makes. */
  findCall(message: ReceivedMessage): Call | undefined;
  /** Answers what is no such call. */
  sendNotFound(response: ServerResponse): void;
  /** Answers as the vendor does, or as a test told it to. */
  answer(
    exchange: Omit<ProviderExchange<Call>, 'normal'>,
    reported: ProviderBehaviour<Call> | undefined,
  ): void | Promise<void>;
}

/** Makes the server that a stand-in listens with, where it is not a plain one: it may speak TLS, or more than HTTP. */
export type MakeServer = (handle: RequestListener) => Server | SecureServer;

/** A real HTTP server on this machine in place of a vendor's. It records every call, and answers as it is told. */
export async function startProviderStandIn<Call extends string>(
  port: number,
  vendor: Vendor<Call>,
  makeServer: MakeServer = handle => createServer(handle),
): Promise<ProviderStandIn<Call>> {
  const requests: ProviderRequest<Call>[] = [];
  const queues = new Map<Call, ProviderBehaviour<Call>[]>();
  const fixed = new Map<Call, ProviderBehaviour<Call>>();
  const waiting = new Map<Call, ((request: ProviderRequest<Call>) => void)[]>();

  const { origin, close } = await listen(port, makeServer, async (incoming, response) => {
    const closed = watchClosing(response);
    const message = await receive(incoming);
    const call = vendor.findCall(message);
    if (call === undefined) return vendor.sendNotFound(response);
    const request = { ...message, call, closed };
    requests.push(request);
    for (const resolve of waiting.get(call)?.splice(0) ?? []) resolve(request);
    const reported = queues.get(call)?.shift() ?? fixed.get(call);
    await vendor.answer({ request, response, inside: origin }, reported);
  });

  return {
    origin,
    requests,
    next: (call, ...behaviours) => queues.set(call, [...(queues.get(call) ?? []), ...behaviours]),
    always: (call, behaviour) => fixed.set(call, behaviour),
    waitForRequest: call =>
      new Promise(resolve => waiting.set(call, [...(waiting.get(call) ?? []), resolve])),
    reset: () => {
      requests.length = 0;
      queues.clear();
      fixed.clear();
    },
    close,
  };
}

/** A handler that fails destroys its connection, as a server that crashes would. */
async function listen(
  port: number,
  makeServer: MakeServer,
  handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const server = makeServer((incoming, response) => {
    response.on('error', () => undefined);
    handle(incoming, response).catch(() => response.destroy());
  });
  // One that closes idle connections may close one in the moment in which a slow test uses it again.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `${server instanceof SecureServer ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Started before the request is read, so that no byte of its answer is missed. */
function watchClosing(response: ServerResponse): Promise<{ early: boolean; sentBytes: number }> {
  const { socket } = response;
  const bytesBefore = socket?.bytesWritten ?? 0;
  return new Promise(resolve => {
    response.once('close', () =>
      resolve({
        early: !response.writableFinished,
        sentBytes: (socket?.bytesWritten ?? 0) - bytesBefore,
      }),
    );
  });
}

async function receive(incoming: IncomingMessage): Promise<ReceivedMessage> {
  const text = Buffer.concat(await incoming.toArray()).toString();
  const { method = '', headers } = incoming;
  const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://localhost');
  const isJson = text !== '' && headers['content-type']?.startsWith('application/json');
  const query = Object.fromEntries(searchParams);
  return { method, path, query, headers, body: isJson ? JSON.parse(text) : undefined };
}
