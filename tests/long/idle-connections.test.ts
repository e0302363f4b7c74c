import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemSchema } from '#shared/api/problem.ts';
import { t } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import { readAnswer } from '../support/raw-request.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';

let server: ServerProcess;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = await startServerProcess();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server[Symbol.asyncDispose]();
});

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  // Given-up connections may be cut off.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('ten thousand idle connections block no answer, and are given up', async () => {
  let closed = 0;
  for (let opened = 0; opened < 10_000; opened += 500) {
    const some = await Promise.all(Array.from({ length: 500 }, open));
    for (const socket of some) socket.resume().once('close', () => ++closed);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }
  expect(sockets).toHaveLength(10_000);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await expect.poll(() => closed, { timeout: 300_000, interval: 1000 }).toBe(10_000);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test.each([
  ['of which no more comes', 0],
  ['that drip', 1000],
])('headers %s are given up with 408, and not at once', async (_what, everyMs) => {
  const socket = await open();
  const started = performance.now();
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx: ');
  const dripping = everyMs > 0 ? setInterval(() => socket.write('y'), everyMs) : undefined;
  const answer = await readAnswer(socket);
  clearInterval(dripping);
  expect(answer.status).toBe(408);
  expect(problemSchema.parse(JSON.parse(answer.body)).error.message).toBe(t(requestErrors.tooLate));
  // Node measures from the first byte, and checks every two seconds.
  expect(performance.now() - started).toBeGreaterThan(15_000);
});
