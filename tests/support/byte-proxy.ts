import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ByteProxy extends AsyncDisposable {
  readonly port: number;
  /** Ends all connections; new ones work. */
  breakAll(): void;
}

export interface ByteProxyHooks {
  /** @returns whether the bytes are passed on */
  readonly pass: (bytes: Buffer, from: 'client' | 'server') => boolean;
}

/** Passes bytes to a local port and back. */
export async function startByteProxy(targetPort: number, { pass }: ByteProxyHooks): Promise<ByteProxy> {
  const sockets = new Set<Socket>();
  const link = (from: Socket, to: Socket, side: 'client' | 'server') => {
    sockets.add(from);
    from.on('data', bytes => {
      if (pass(bytes, side) && !to.write(bytes)) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer(client => {
    const target = connect(targetPort, '127.0.0.1');
    link(client, target, 'client');
    link(target, client, 'server');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    breakAll,
    async [Symbol.asyncDispose]() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
