import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections stay open and nothing comes through any more, like a network that lost a machine. */
  goSilent(): void;
  /** What stood still breaks; new connections work again. */
  comeBack(): void;
}

/** Passes bytes on to a port of this machine, until told to go silent. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const link = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', bytes => {
      if (!isSilent) to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer(client => {
    const target = connect(targetPort, '127.0.0.1');
    link(client, target);
    link(target, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    goSilent: () => {
      isSilent = true;
    },
    comeBack: () => {
      isSilent = false;
      breakAll();
    },
    async [Symbol.asyncDispose]() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
