import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { makeHead, type RawAnswer, readAnswer } from '../support/raw-request.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { watchHealth } from '../support/watch-health.ts';

const mebibyte = 1024 ** 2;

let server: ServerProcess;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = await startServerProcess({ TRUST_PROXY: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server[Symbol.asyncDispose]();
});

function open(): Socket {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  return socket;
}

function readMemoryMebibytes(): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1]) / 1024;
}

test('400 unfinished bodies of a megabyte take at most 64 MB, and are given up after half a minute', async () => {
  const before = readMemoryMebibytes();
  const body = Buffer.from(`{"message": "${'x'.repeat(mebibyte - 100)}`);
  const statuses: number[] = [];
  let peak = before;
  const look = setInterval(() => {
    peak = Math.max(peak, readMemoryMebibytes());
  }, 50);
  for (let index = 0; index < 400; index += 1) {
    const socket = open();
    const headers = { 'content-type': 'Application/JSON', 'x-forwarded-for': `192.0.2.${index % 100}` };
    socket.write(makeHead('/api/feedback', { 'content-length': mebibyte, ...headers }));
    socket.write(body);
    readAnswer(socket).then(
      ({ status }) => statuses.push(status),
      () => statuses.push(0),
    );
  }
  await expect.poll(() => statuses.filter(status => status === 503).length).toBeGreaterThanOrEqual(336);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  // Accepted bodies are held until half a minute passes without data.
  await expect.poll(() => statuses.length, { timeout: 120_000 }).toBe(400);
  clearInterval(look);
  console.info(`400 bodies: +${Math.round(peak - before)} MB`);
  expect(statuses.filter(status => status === 408)).toHaveLength(
    400 - statuses.filter(status => status === 503).length,
  );
  // 64 MB, the sockets' own buffers, and uncollected garbage.
  expect(peak - before).toBeLessThan(200);
});

test('500 concurrent uploads of 5 MB are all answered or told to retry, and health checks stay responsive', async () => {
  const health = watchHealth(server.port);
  const before = readMemoryMebibytes();
  let peak = before;
  const look = setInterval(() => {
    peak = Math.max(peak, readMemoryMebibytes());
  }, 50);
  const video = { name: 'video', filename: 'a.mp4', content: Buffer.alloc(5 * mebibyte) };
  const form = makeRawForm([{ name: 'prompt', content: 'Tell it' }, video]);
  const answers: RawAnswer[] = await Promise.all(
    Array.from({ length: 500 }, (_, index) => {
      const socket = open();
      const headers = { 'content-type': formType, 'x-forwarded-for': `198.51.100.${index % 250}` };
      socket.write(makeHead('/api/free/analysis', { 'content-length': form.length, ...headers }));
      socket.write(form);
      return readAnswer(socket);
    }),
  );
  clearInterval(look);
  const healthMs = health.takeTimesMs().toSorted((one, other) => one - other);
  await health.stop();
  const healthP95Ms = healthMs[Math.floor(healthMs.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  console.info(`500 uploads: +${Math.round(peak - before)} MB, /healthz p95 ${Math.round(healthP95Ms)} ms`);
  const [taken, tooMany] = [422, 503].map(code => answers.filter(({ status }) => status === code));
  console.info(`accepted: ${taken?.length}, told to retry: ${tooMany?.length}`);
  expect((taken?.length ?? 0) + (tooMany?.length ?? 0)).toBe(500);
  expect(taken?.length).toBeGreaterThanOrEqual(30);
  for (const { body } of tooMany ?? []) expect(JSON.parse(String(body)).error.code).toBe('overloaded');
  expect(peak - before).toBeLessThan(512);
  // The goal is a second; the test's own 500 connections are on the same machine.
  expect(healthP95Ms).toBeLessThan(5000);
  await expect.poll(() => server.listTemporaryFiles(), { timeout: 5000 }).toEqual([]);
});
