import { expect } from 'vitest';
import { readMetrics } from './read-metrics.ts';
import type { TestServer } from './start-server.ts';

export interface SampleAnswer {
  readonly status: number;
  readonly etag: string | null;
  readonly retryAfter: string | null;
  readonly bytes: Uint8Array;
  readonly code?: string;
  readonly message?: string;
}

/** Requests the sample of a voice, as the page does. */
export async function fetchSample(
  server: TestServer,
  voice: string,
  language = 'English',
  request: RequestInit = {},
): Promise<SampleAnswer> {
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

/** Resolves when exactly this many requests wait at a server for samples. */
export async function waitForWaitingClients(server: TestServer, count: number): Promise<void> {
  const read = async () => (await readMetrics(server.url)).get('benshi_voice_sample_listeners_waiting');
  await expect.poll(read).toBe(count);
}

/** Resolves when exactly this many samples wait behind the one that is being made. */
export async function waitForQueue(server: TestServer, count: number): Promise<void> {
  const waiting = 'benshi_pool_tasks{pool="samples",state="waiting"}';
  await expect.poll(async () => (await readMetrics(server.url)).get(waiting)).toBe(count);
}
