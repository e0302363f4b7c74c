/** Runs a few jobs at a time and yields their results in order. At an early stop of the consumer, running ones are awaited. */
export async function* runInOrder<T>(jobs: readonly (() => Promise<T>)[], atOnce: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  let next = 0;
  const start = () => {
    const job = jobs[next++];
    if (!job) return;
    const result = job();
    // Errors are thrown in order; until then they must not count as unhandled.
    result.catch(() => {});
    running.push(result);
  };
  try {
    for (let count = 0; count < atOnce; count++) start();
    while (running.length > 0) {
      const result = await (running[0] as Promise<T>);
      running.shift();
      start();
      yield result;
    }
  } finally {
    await Promise.allSettled(running);
  }
}
