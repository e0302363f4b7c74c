import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedToken {
  readonly method: string;
  readonly token: string;
}

export interface TokenReceiver {
  /** `AUTH_TOKEN_SYNC_URL` */
  readonly url: string;
  readonly received: readonly ReceivedToken[];
  /** Refuses this many tokens temporarily. */
  refuseNext(count: number): void;
  close(): Promise<void>;
}

/** Another server that is notified of sign-ins and sign-outs. */
export async function startTokenReceiver(): Promise<TokenReceiver> {
  const received: ReceivedToken[] = [];
  let refusals = 0;
  const server = createServer((request, response) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(503).end();
      return;
    }
    if (scheme === 'Bearer') received.push({ method: request.method ?? '', token });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/session`,
    received,
    refuseNext(count) {
      refusals = count;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
