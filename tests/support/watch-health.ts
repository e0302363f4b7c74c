import { Worker } from 'node:worker_threads';

export interface HealthWatch {
  /** Answer times of `/healthz` since the last call, in milliseconds. */
  takeTimesMs(): number[];
  stop(): Promise<void>;
}

/** Polls `/healthz` ten times a second from its own thread, independent of the test's work. */
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
