import type { TestServer } from './start-server.ts';

export interface Heard {
  readonly status: number;
  readonly etag: string | null;
  readonly retryAfter: string | null;
  readonly bytes: Uint8Array;
  readonly code?: string;
  readonly message?: string;
}

/** Asks a server for the sample of a voice, as the page does. */
export async function hear(
  server: TestServer,
  voice: string,
  language = 'English',
  request: RequestInit = {},
): Promise<Heard> {
  const answer = await fetch(`${server.url}/api/voices/${voice}/sample.mp3?language=${language}`, request);
  const bytes = await answer.bytes();
  const heard = {
    status: answer.status,
    etag: answer.headers.get('etag'),
    retryAfter: answer.headers.get('retry-after'),
    bytes,
  };
  return answer.ok || bytes.length === 0
    ? heard
    : { ...heard, ...JSON.parse(new TextDecoder().decode(bytes)).error };
}

/**
 * Resolves when so many requests for samples are being worked on, and have looked into the database: what is asked
 * after them, five times one after the other, has been answered.
 */
export async function waitForRunning(server: TestServer, count: number): Promise<void> {
  const askingIsOneMore = 1;
  for (let running = -1; running !== count + askingIsOneMore; ) {
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    running = Number(/^benshi_http_requests_running (\d+)$/mu.exec(figures)?.[1]);
  }
  for (let count = 0; count < 5; count += 1) await hear(server, 'shimmer', 'Thai', { method: 'HEAD' });
}
