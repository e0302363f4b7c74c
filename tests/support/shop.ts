import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Shop extends AsyncDisposable {
  readonly url: string;
}

/** A payment provider's page: another website. */
export async function openShop(): Promise<Shop> {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Please pay</h1>');
  }).listen(0, '127.0.0.1', resolve);
  await ready;
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/pay`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
