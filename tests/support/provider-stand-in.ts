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

/** A request before its call is known. */
export interface ReceivedMessage {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON, the fields of a form, or SSML; undefined when there is none of them. */
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

/** Controls and records of a vendor's stand-in. */
export interface ProviderStandIn<Call extends string> {
  readonly origin: string;
  /** All requests so far, in order of arrival. */
  readonly requests: readonly ProviderRequest<Call>[];
  /** Sets the answers of the next requests of a call, one each; then it answers normally again. */
  next(call: Call, ...behaviours: ProviderBehaviour<Call>[]): void;
  /** Sets the answer of every request of a call. */
  always(call: Call, behaviour: ProviderBehaviour<Call>): void;
  waitForRequest(call: Call): Promise<ProviderRequest<Call>>;
  /** Resets requests, behaviours and all other changes. */
  reset(): void;
  close(): Promise<void>;
}

/** Differences between vendors. */
export interface Vendor<Call extends string> {
  /** The call of a request; undefined when the product makes none such. */
  findCall(message: ReceivedMessage): Call | undefined;
  /** Answers other requests. */
  sendNotFound(response: ServerResponse): void;
  /** Answers as the vendor does, or as a test set. */
  answer(
    exchange: Omit<ProviderExchange<Call>, 'normal'>,
    reported: ProviderBehaviour<Call> | undefined,
  ): void | Promise<void>;
}

/** Creates the stand-in's server, where it needs TLS or more than HTTP. */
export type MakeServer = (handle: RequestListener) => Server | SecureServer;

/** A real local HTTP server in place of a vendor's. It records every call, and answers as it is set. */
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

/** A handler that fails destroys its connection, as a crash would. */
async function listen(
  port: number,
  makeServer: MakeServer,
  handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const server = makeServer((incoming, response) => {
    response.on('error', () => undefined);
    handle(incoming, response).catch(() => response.destroy());
  });
  // Closing idle connections may race with a slow test's next request.
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
  const bytes = Buffer.concat(await incoming.toArray());
  const { method = '', headers } = incoming;
  const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://localhost');
  const query = Object.fromEntries(searchParams);
  return { method, path, query, headers, body: await readBody(bytes, headers['content-type']) };
}

async function readBody(bytes: Buffer<ArrayBuffer>, type = ''): Promise<unknown> {
  if (bytes.length > 0 && type.startsWith('application/json')) return JSON.parse(bytes.toString());
  if (type.startsWith('application/ssml+xml')) return bytes.toString();
  if (!type.startsWith('multipart/form-data')) return undefined;
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map(name => {
      const values = form.getAll(name).map(value => (value instanceof File ? describeFile(value) : value));
      return [name, name.endsWith('[]') ? values : values[0]];
    }),
  );
}

function describeFile({ name, type, size }: File) {
  return { name, type, size };
}
