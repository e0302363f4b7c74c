import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that does what two stand-ins do. */
export interface JoinedServer extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Two stand-ins, by their base URLs. */
export interface JoinedServers {
  readonly chatUrl: string;
  readonly speechUrl: string;
  /** The API's base path; `/v1` by default. */
  readonly root?: string;
  /** Whose list of models is shown; by default both, merged. */
  readonly lists?: 'speech';
}

/** One address for a chat and a speech stand-in, as some servers offer both: paths below `/audio` go to the latter. */
export async function joinServers(servers: JoinedServers): Promise<JoinedServer> {
  const server = createServer((incoming, response) => {
    answer(incoming, response, servers).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { root = '/v1' } = servers;
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${root}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(incoming: IncomingMessage, response: ServerResponse, servers: JoinedServers) {
  const { chatUrl, speechUrl, root = '/v1', lists } = servers;
  const body = Buffer.concat(await incoming.toArray());
  const asked = incoming.url ?? '/';
  const path = asked.startsWith(root) ? asked.slice(root.length) : undefined;
  const ask = (baseUrl: string) => passOn(incoming, body, toAddress(baseUrl, path, asked));
  const isList = path !== undefined && /^\/models(?:\/capabilities)?(?:$|\?)/u.test(path);
  const isSpoken = path?.startsWith('/audio/') || (isList && lists === 'speech');
  const first = await ask(isSpoken ? speechUrl : chatUrl);
  const second = isList && !isSpoken ? await ask(speechUrl) : undefined;
  for (const name of ['content-type', 'server', 'x-correlation-id']) {
    const value = first.headers.get(name);
    if (value) response.setHeader(name, value);
  }
  response.writeHead(first.status);
  response.end(second?.status === 200 ? joinLists(first.bytes, second.bytes) : first.bytes);
}

function toAddress(baseUrl: string, path: string | undefined, asked: string): string {
  return path === undefined ? new URL(asked, baseUrl).href : `${baseUrl}${path}`;
}

async function passOn({ method = 'GET', headers }: IncomingMessage, body: Buffer, address: string) {
  const names = ['content-type', 'accept', 'authorization'] as const;
  const given = names.flatMap(name => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const found = await fetch(address, {
    method,
    headers: Object.fromEntries(given),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  return { status: found.status, headers: found.headers, bytes: await found.bytes() };
}

function joinLists(one: Uint8Array, other: Uint8Array): string {
  const [first, second] = [one, other].map(bytes => JSON.parse(Buffer.from(bytes).toString()));
  return JSON.stringify({ ...first, data: [...first.data, ...second.data] });
}
