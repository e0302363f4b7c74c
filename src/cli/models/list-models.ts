import {
  countBytes,
  estimateSpeed,
  fitsMemory,
  type LocalModel,
  type Machine,
  recommendModels,
} from '#engines/local/models/catalogue.ts';
import { countArrived, describeBytes } from '#engines/local/models/download.ts';
import { listInstalledModels } from '#engines/local/models/installed-models.ts';

const steps = { look: 'Vision and writing', speak: 'Speech', hear: 'Speech recognition' } as const;

/** Describes every model, and which of them suit this machine and are here. */
export async function describeModels(
  models: readonly LocalModel[],
  machine: Machine,
  modelsFolder: string,
): Promise<string> {
  const installed = (await listInstalledModels(modelsFolder, models)).map(({ model }) => model);
  const recommended = recommendModels(models, machine);
  const rows = await Promise.all(
    models.map(async model => {
      const state = await describeState(model, { installed, recommended, machine, modelsFolder });
      return { step: model.step, cells: [...describeModel(model), state] };
    }),
  );
  const widths = rows[0]?.cells.map((_, at) => Math.max(...rows.map(({ cells }) => cells[at]?.length ?? 0)));
  const sections = Object.entries(steps).map(([step, title]) => {
    const lines = rows
      .filter(row => row.step === step)
      .map(({ cells }) =>
        `  ${cells.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)).join('  ')}`.trimEnd(),
      );
    return [title, ...lines].join('\n');
  });
  const missing = recommended.filter(model => !installed.includes(model));
  return [...sections, describeMachine(machine, modelsFolder), advise(missing)].join('\n\n');
}

function describeModel(model: LocalModel): string[] {
  const { name, memoryMb, languages, licence } = model;
  return [
    name,
    describeBytes(countBytes(model)),
    `${describeBytes(memoryMb * 1e6)} memory`,
    languages.length > 1 ? `${languages.length} languages` : languages.join(),
    `${licence.name}${licence.asksConsent ? ' *' : ''}`,
  ];
}

interface Surroundings {
  readonly installed: readonly LocalModel[];
  readonly recommended: readonly LocalModel[];
  readonly machine: Machine;
  readonly modelsFolder: string;
}

async function describeState(
  model: LocalModel,
  { installed, recommended, machine, modelsFolder }: Surroundings,
): Promise<string> {
  const arrived = await countArrived(modelsFolder, model);
  const speed = estimateSpeed(model, machine);
  const facts = [
    installed.includes(model) ? 'installed' : arrived > 0 ? `${describeBytes(arrived)} downloaded` : '',
    recommended.includes(model) ? 'recommended' : '',
    fitsMemory(model, machine) ? '' : 'too large for this machine',
    machine.cores >= (model.leastCores ?? 1) ? '' : `slow with ${machine.cores} cores`,
    speed === undefined ? '' : `about ${speed < 1 ? speed.toFixed(1) : Math.round(speed)} × real time here`,
  ];
  return facts.filter(fact => fact !== '').join(', ');
}

function describeMachine({ memoryBytes, cores }: Machine, modelsFolder: string): string {
  return `This machine has ${describeBytes(memoryBytes)} of memory and ${cores} cores. Models are stored in ${modelsFolder}.
Speeds are published measurements, converted to this number of cores.
* has conditions of use, shown before the download`;
}

function advise(missing: readonly LocalModel[]): string {
  if (missing.length === 0) return 'The recommended models are installed.';
  const bytes = missing.reduce((sum, model) => sum + countBytes(model), 0);
  return `To download the recommended ones (${describeBytes(bytes)}): npm run models -- get standard`;
}
