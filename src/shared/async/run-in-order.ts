/**
 * Runs jobs, a few at a time, and yields their results in the order of the jobs. A consumer that stops early stops
 * further jobs from starting; those that run are waited for, so that nothing works on behind its back.
 */
export async function* runInOrder<T>(
  jobs: readonly (() => Promise<T>)[],
  atOnce: number,
): AsyncGenerator<T, void, undefined> {
  const running: Promise<T>[] = [];
  let next = 0;
  const start = () => {
    const job = jobs[next++];
    if (!job) return;
    const result = job();
    // A failure is thrown when its turn comes; until then it must not count as unhandled.
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
