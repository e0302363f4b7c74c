import { Worker } from 'node:worker_threads';

interface ThreadOptions {
  /** It posts one message when it is ready, then the answer to each message. */
  readonly file: URL;
  readonly workerData: object;
  /** The first words of a sentence. */
  readonly name: string;
  /** Checks what it loads: what a thread dies of may be in anybody's words, with folders of this machine. */
  check(): Promise<void>;
}

/** A thread that is not ready, or not done, this long after its limit is ended. */
const graceMs = 20_000;

/** A thread that does one task at a time, in the order of the calls. @throws Error when it does not start; that of `check` if there is one */
export async function startTaskThread<Task, Answer>({ file, workerData, name, check }: ThreadOptions) {
  // Libraries write what they think of a picture to the console: nothing of that may get into a log.
  const worker = new Worker(file, { workerData, stdout: true, stderr: true, execArgv: [] });
  worker.stdout.resume();
  worker.stderr.resume();
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let death: Error | undefined;
  const die = (cause: unknown) => {
    death ??= new Error(`${name} broke off.`, { cause });
    waiting?.reject(death);
  };
  worker.on('message', (answer: Answer) => waiting?.resolve(answer));
  worker.on('error', die);
  worker.on('exit', die);
  async function listen(limitMs: number): Promise<Answer> {
    if (death) throw death;
    waiting = Promise.withResolvers();
    const timer = setTimeout(() => {
      die('It took too long.');
      void worker.terminate();
    }, limitMs + graceMs);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
    }
  }
  await listen(0).catch(async error => {
    await check();
    throw error;
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** @throws Error when the thread died or took far longer than `limitMs`; then each further call throws, too */
    ask(task: Task, limitMs: number): Promise<Answer> {
      const answered = last.then(() => {
        if (!death) worker.postMessage(task);
        return listen(limitMs);
      });
      last = answered.catch(() => undefined);
      return answered;
    },
    async close(): Promise<void> {
      await worker.terminate();
    },
  };
}
