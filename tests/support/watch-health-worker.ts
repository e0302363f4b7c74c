import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port } = workerData as { port: number };
const everyMs = 100;
const giveUpMs = 30_000;

/** Uses a new connection, as a load balancer does, and measures until the first byte of the answer. */
function measureAnswerMs(): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(giveUpMs, () => {
      socket.destroy();
      resolve(giveUpMs);
    });
    socket.once('error', reject);
    socket.once('data', () => {
      socket.destroy();
      resolve(performance.now() - startedAt);
    });
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  });
}

for (;;) {
  parentPort?.postMessage(await measureAnswerMs());
  await new Promise(resolve => setTimeout(resolve, everyMs));
}
