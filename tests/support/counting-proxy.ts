import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  /** How many bytes clients have sent, with their heads: nothing that is sent can hide from it. */
  countReceived(): number;
}

/** Passes bytes on to a port of this machine, and counts them. */
export async function startCountingProxy(targetPort: number): Promise<CountingProxy> {
  const sockets = new Set<Socket>();
  let received = 0;
  const link = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.pipe(to);
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer(client => {
    const target = connect(targetPort, '127.0.0.1');
    client.on('data', bytes => {
      received += bytes.length;
    });
    link(client, target);
    link(target, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    countReceived: () => received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
