import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { request } from 'undici';

/** Asks for a page again and again, until it is told to stop; then tells the milliseconds that each answer took. */
const times: number[] = [];
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const startedAt = performance.now();
  const { body } = await request(workerData);
  await body.dump();
  times.push(performance.now() - startedAt);
  await setTimeout(20);
}
parentPort?.postMessage(times);
