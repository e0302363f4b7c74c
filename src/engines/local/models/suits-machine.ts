import type { LocalModel } from './catalogue.ts';

export interface Machine {
  /** That this process may use. */
  readonly memoryBytes: number;
  readonly cores: number;
}

/** The rest is for the system, the server and its decoders. */
const shareOfMemory = 0.5;

/** Whether a model leaves enough memory for everything else. */
export function fitsMemory({ memoryMb }: LocalModel, { memoryBytes }: Pick<Machine, 'memoryBytes'>): boolean {
  return memoryMb * 1e6 <= memoryBytes * shareOfMemory;
}

/** The preferred model of each step that fits this machine. */
export function recommendModels(models: readonly LocalModel[], machine: Machine): LocalModel[] {
  const fitting = models.filter(
    model => fitsMemory(model, machine) && machine.cores >= (model.leastCores ?? 1),
  );
  return fitting.filter(({ step }, at) => fitting.findIndex(each => each.step === step) === at);
}

/** How many times as fast as it sounds a voice is spoken here, by its published measurement; undefined without one. */
export function estimateSpeed({ speed }: LocalModel, { cores }: Pick<Machine, 'cores'>): number | undefined {
  return speed && cores / (speed.workSecondsPerSecond * speed.cores);
}
