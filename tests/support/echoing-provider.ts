import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completionBody } from './openai-bodies.ts';

/** A provider that repeats what it was sent, the key included, wherever an answer has room for it. */
export interface EchoingProvider extends AsyncDisposable {
  /** As `OPENAI_BASE_URL`. */
  readonly baseUrl: string;
  /** The head of every request, as JSON. */
  readonly received: readonly string[];
}

/** How it answers: with a refusal, a text, models, or by sending elsewhere. */
export type Echo = 'refusal' | 'text' | 'models' | { readonly redirect: string };

export async function startEchoingProvider(echo: Echo): Promise<EchoingProvider> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(JSON.stringify([request.url, request.headersDistinct]));
    request.resume();
    request.once('end', () => answer(echo, request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function answer(echo: Echo, { url, headers }: IncomingMessage, response: ServerResponse): void {
  const said = headers.authorization?.replace('Bearer ', '') ?? 'nothing';
  const send = (status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-echo': said })
      .end(JSON.stringify(body));
  if (typeof echo === 'object')
    return void response.writeHead(307, { location: echo.redirect + (url ?? '') }).end();
  if (echo === 'refusal')
    return void send(401, { error: { message: `Wrong key: ${said}`, type: said, code: said, param: said } });
  const listed = echo === 'models' ? said : 'gpt-4o';
  const model = { id: listed, object: 'model', created: 1_741_569_952, owned_by: said };
  if (url?.endsWith('/models')) return void send(200, { object: 'list', data: [model] });
  return void send(200, completionBody('gpt-4o', { content: `Your key is ${said}.` }));
}
