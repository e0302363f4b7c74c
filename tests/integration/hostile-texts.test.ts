// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readCpuSeconds } from '../support/process-time.ts';
import { postJson } from '../support/requests.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

/** At most, on a busy machine. */
const longestAnswersMs = 60_000;
/** The server's processor time: 4 to 7 on two cores, minutes where work grows faster than the text. */
const maxCpuSeconds = 20;
/** Some milliseconds on an idle machine; the processor time above is what decides. */
const longestHealthMs = 30_000;

const analysis = '0:00.0\n0:04.0 | scene: new | things: dog 80 %';

const signal = () => AbortSignal.timeout(longestAnswersMs);

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ TRUST_PROXY: '127.0.0.1,::1' });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Visitors from so many addresses that no rate limit applies. */
const from = (visitor: number) => ({ 'x-forwarded-for': `203.0.113.${visitor}` });
const visitors = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Polls until the work is done. @returns the longest answer time in milliseconds */
async function watchHealth(isDone: () => boolean): Promise<number> {
  let longest = 0;
  while (!isDone()) {
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}/healthz`, { signal: signal() });
    longest = Math.max(longest, performance.now() - startedAt);
    expect(answer.status).toBe(200);
    await sleep(100);
  }
  return longest;
}

/** Sends all at once and reads the answers to their end. @returns their statuses */
async function sendAll(send: (visitor: number) => Promise<Response>, count: number): Promise<number[]> {
  return Promise.all(
    visitors(count).map(async visitor => {
      const answer = await send(visitor);
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
}

/** Name, number of requests, expected status, request. */
const attacks: readonly (readonly [string, number, number, (visitor: number) => Promise<Response>])[] = [
  [
    'a script of Swahili syllables that ends otherwise',
    4,
    200,
    visitor =>
      postJson(
        `${server.url}/api/free/speech`,
        { script: `${'nya'.repeat(20)}q`, voice: 'nova' },
        { headers: from(visitor), signal: signal() },
      ),
  ],
  [
    'a script of marks that need reordering',
    20,
    200,
    visitor =>
      postJson(
        `${server.url}/api/free/speech`,
        { script: `Hello. ${'\u0316\u0301\u200b'.repeat(30_000)}`, voice: 'nova', language: 'English' },
        { headers: from(visitor), signal: signal() },
      ),
  ],
  [
    'a prompt of 4,000 Thai letters',
    60,
    200,
    visitor =>
      postJson(
        `${server.url}/api/free/script`,
        { analysis, prompt: 'ก'.repeat(4000), language: 'Thai', durationSeconds: 8 },
        { headers: from(visitor), signal: signal() },
      ),
  ],
  ...(
    [
      ['sentences of two letters', 'A. '.repeat(6600), 200],
      ['quotations that never end', '“'.repeat(20_000), 409],
      // Sentences that cannot be split: nothing can be dropped.
      ['quotations within quotations', '“a. '.repeat(2000) + '”'.repeat(2000), 400],
      ['new lines', 'a\n'.repeat(10_000), 200],
      ['full stops', '.'.repeat(20_000), 409],
    ] as const
  ).map(
    ([name, script, status]) =>
      [
        `a script of ${name} to be made shorter`,
        20,
        status,
        (visitor: number) =>
          postJson(
            `${server.url}/api/free/rewrite`,
            { script, language: 'English', change: 'shorten', durationSeconds: 60, spokenSeconds: 6000 },
            { headers: from(visitor), signal: signal() },
          ),
      ] as const,
  ),
  [
    'a return address of 15,000 letters',
    60,
    403,
    visitor =>
      fetch(`${server.url}/api/auth/verify-email?token=x&callbackURL=${'a'.repeat(15_000)}`, {
        headers: from(visitor),
        signal: signal(),
      }),
  ],
  [
    'a password of thousands of marks',
    20,
    400,
    visitor =>
      postJson(
        `${server.url}/api/auth/sign-in/email`,
        { email: `ada${visitor}@example.org`, password: '\u{10f4b}\u{10f4c}'.repeat(6000) },
        { headers: from(visitor), signal: signal() },
      ),
  ],
];

describe('nobody else waits for the sender', () => {
  testRows(attacks, ([what]) => /marks that must|new lines|thousands of marks|come back to/u.test(what))(
    '%s',
    async (_name, count, status, send) => {
      const pid = server.process.pid ?? 0;
      const cpuBefore = readCpuSeconds(pid);
      let isDone = false;
      const sent = sendAll(send, count).finally(() => {
        isDone = true;
      });
      const [longestMs, statuses] = await Promise.all([watchHealth(() => isDone), sent]);
      expect(statuses).toEqual(visitors(count).map(() => status));
      expect(longestMs).toBeLessThan(longestHealthMs);
      expect(readCpuSeconds(pid) - cpuBefore).toBeLessThan(maxCpuSeconds);
    },
  );
});
