import { availableParallelism, totalmem } from 'node:os';
import type { OfferedModel } from '#shared/api/setup.ts';
import { type LocalModel, localModels } from './catalogue.ts';
import { countArrived } from './download.ts';
import { listInstalledModels } from './installed-models.ts';

export type MemoryFacts = ReturnType<typeof readMemory>;

/** With the limit of the control group (version 1 or 2), if there is one. */
export function readMemory() {
  const machineBytes = totalmem();
  const limit = process.constrainedMemory();
  // Without a limit the value is 0, or larger than the machine's memory.
  const limitBytes = limit > 0 && limit < machineBytes ? limit : undefined;
  return { machineBytes, limitBytes, cores: availableParallelism() };
}

export type Machine = ReturnType<typeof readMachine>;

export function readMachine() {
  const { machineBytes, limitBytes, cores } = readMemory();
  return { memoryBytes: limitBytes ?? machineBytes, cores };
}

/** The rest is for the system, the server and its decoders. */
const shareOfMemory = 0.5;

function fitsMemory({ memoryMb }: LocalModel, { memoryBytes }: Pick<Machine, 'memoryBytes'>): boolean {
  return memoryMb * 1e6 <= memoryBytes * shareOfMemory;
}

export function recommendModels(models: readonly LocalModel[], machine: Machine): LocalModel[] {
  const fitting = models.filter(
    model => fitsMemory(model, machine) && machine.cores >= (model.minCores ?? 1),
  );
  return fitting.filter(({ step }, at) => fitting.findIndex(each => each.step === step) === at);
}

/** How many times as fast as it sounds a voice is spoken here, by its published measurement; undefined without one. */
export function estimateSpeed({ speed }: LocalModel, { cores }: Pick<Machine, 'cores'>): number | undefined {
  return speed && cores / (speed.workSecondsPerSecond * speed.cores);
}

export type ExaminedModel = Awaited<ReturnType<typeof examineModels>>[number];

/** What this machine has of each model, and makes of it. `slow`: a smaller one is recommended; `tooLarge`: for its memory. */
export async function examineModels(
  modelsFolder: string,
  machine: Machine,
  models: readonly LocalModel[] = localModels,
) {
  const installed = (await listInstalledModels(modelsFolder, models)).map(({ model }) => model);
  const recommended = recommendModels(models, machine);
  const judge = (model: LocalModel): OfferedModel['fit'] => {
    if (recommended.includes(model)) return 'recommended';
    if (!fitsMemory(model, machine)) return 'tooLarge';
    return machine.cores < (model.minCores ?? 1) ? 'slow' : 'fits';
  };
  const examine = async (model: LocalModel) => ({
    model,
    isInstalled: installed.includes(model),
    arrivedBytes: await countArrived(modelsFolder, model),
    fit: judge(model),
    speed: estimateSpeed(model, machine),
  });
  return await Promise.all(models.map(examine));
}
