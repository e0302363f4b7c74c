import { getPriority, setPriority } from 'node:os';

export interface SherpaTask {
  /** The model's files and how they are run, as sherpa-onnx takes them. */
  readonly config: object;
}

/** What the process answers. A model whose files are broken may end it instead. */
export type SherpaEvent<Answer> =
  /** The runtime runs on this machine. */
  | { readonly kind: 'started' }
  /** The model of the task is in memory. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: string };

/** The server gets three times the processor share of the models. */
const addedNiceness = 5;

/**
 * Does tasks in a process of its own, with one model. Only with calls that do not block for long: a blocked process would not notice
 * that the server is gone.
 */
export function serveTasks<Task extends SherpaTask, Model, Answer>(
  load: (config: object) => Promise<Model>,
  work: (model: Model, task: Task) => Promise<Answer>,
): void {
  // The server is gone. An orderly exit would wait for the work.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + addedNiceness));
  const send = (event: SherpaEvent<Answer>) => process.send?.(event);
  let model: Promise<Model> | undefined;
  process.on('message', async (task: Task) => {
    try {
      model ??= load(task.config);
      const loaded = await model;
      send({ kind: 'loaded' });
      send({ kind: 'done', answer: await work(loaded, task) });
    } catch (error) {
      send({ kind: 'failed', reason: String(error) });
    }
  });
  send({ kind: 'started' });
}
