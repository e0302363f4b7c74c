import { Worker } from 'node:worker_threads';

export interface HealthWatch {
  /** How long each answer of `/healthz` took since the watch began or was read last, in milliseconds. */
  takeTimesMs(): number[];
  stop(): Promise<void>;
}

/** Asks `/healthz` ten times a second from a thread of its own, so that what the test itself does is not measured. */
export function watchHealth(port: number): HealthWatch {
  const timesMs: number[] = [];
  const worker = new Worker(new URL('./watch-health-worker.ts', import.meta.url), { workerData: { port } });
  let failure: unknown;
  worker.on('message', (ms: number) => timesMs.push(ms));
  worker.on('error', error => {
    failure = error;
  });
  return {
    takeTimesMs() {
      if (failure) throw failure;
      return timesMs.splice(0);
    },
    async stop() {
      await worker.terminate();
    },
  };
}
