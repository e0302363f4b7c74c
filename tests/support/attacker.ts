import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The attacker's address, beside the visitor's on the loopback. */
export const attackersAddress = '127.0.0.2';

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Attack {
  /** How often each status came back; 0 is a broken connection. */
  readonly statuses: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Posts the same requests repeatedly, several at a time, until it is stopped. */
export function attackWithPosts(port: number, posts: readonly Post[], { atOnce = 4 } = {}): Attack {
  const statuses = new Map<number, number>();
  const stopped = new AbortController();
  const attack = async (from: number) => {
    for (let at = from; !stopped.signal.aborted; at++) {
      const status = await post(port, posts[at % posts.length] as Post, stopped.signal);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A refusal comes at once; a hundred requests a second are enough.
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  };
  const attackers = Array.from({ length: atOnce }, (_, from) => attack(from));
  return {
    statuses,
    async stop() {
      stopped.abort();
      await Promise.all(attackers);
    },
  };
}

function post(port: number, { path, headers, body }: Post, signal: AbortSignal): Promise<number> {
  return new Promise(resolve => {
    const sent = request(
      { port, host: '127.0.0.1', localAddress: attackersAddress, method: 'POST', path, headers, signal },
      answer => {
        answer.resume();
        answer.once('close', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

/** Sends requests on many connections and never reads, until it is stopped. */
export function attackWithoutReading(
  port: number,
  { path, headers, body }: Post,
  { atOnce = 20 } = {},
): Attack {
  const lines = Object.entries({ host: 'localhost', 'content-length': body.length, ...headers });
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const sockets: Socket[] = [];
  let isStopped = false;
  const listen = (at: number) => {
    if (isStopped) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: attackersAddress });
    sockets[at] = socket;
    socket.pause();
    socket.on('error', () => {});
    // Reconnects when disconnected.
    socket.once('close', () => setTimeout(listen, 100, at));
    socket.write(head);
    socket.write(body);
  };
  for (let at = 0; at < atOnce; at++) listen(at);
  return {
    statuses: new Map(),
    async stop() {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
