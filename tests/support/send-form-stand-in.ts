import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentForm {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A server on another origin with the documented answers of EmailJS: CORS, and texts. */
export interface SendFormStandIn {
  /** `EMAILJS_ORIGIN` */
  readonly origin: string;
  readonly received: readonly SentForm[];
  /** Sets the answer to the next forms. */
  answer(status: number, text: string): void;
  close(): Promise<void>;
}

export async function startSendFormStandIn(): Promise<SendFormStandIn> {
  const received: SentForm[] = [];
  let next = { status: 200, text: 'OK' };
  const server = createServer(async (request, response) => {
    const pieces = await request.toArray().catch(() => undefined);
    // A closed page sends only a part.
    if (pieces === undefined) return response.destroy();
    const body = Buffer.concat(pieces);
    received.push({
      path: `${request.method} ${request.url}`,
      fields: await readFields(body, request.headers['content-type'] ?? ''),
    });
    response.writeHead(next.status, {
      'access-control-allow-origin': '*',
      'content-type': 'text/plain; charset=utf-8',
    });
    response.end(next.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    answer(status, text) {
      next = { status, text };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The text fields of a multipart form. */
export async function readFields(body: Buffer, contentType: string): Promise<Record<string, string>> {
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}
