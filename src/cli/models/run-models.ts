import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  countBytes,
  estimateSpeed,
  fitsMemory,
  type LocalModel,
  localModels,
  type Machine,
  recommendModels,
} from '#engines/local/models/catalogue.ts';
import {
  countArrived,
  type DownloadParts,
  describeBytes,
  downloadModel,
  type ModelProgress,
  openModelHost,
  requireSpace,
} from '#engines/local/models/download.ts';
import { checkModel, listInstalledModels } from '#engines/local/models/installed-models.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { FolderInUseError, findHolder, lockFolder } from '#server/data-folder/open-data-folder.ts';
import { describeList } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { readMemory } from '../doctor/examine-machine.ts';
import { createProgressLine } from '../narrate/report-status.ts';
import { runCommand } from '../run-command.ts';

const usage = `Downloads AI models that run on this machine.

  npm run models [-- list]                  lists them: size, memory, languages, licence, and whether they are installed
  npm run models -- get standard            downloads those that are recommended for this machine
  npm run models -- get NAME [NAME ...]     downloads these
  npm run models -- remove NAME [NAME ...]  deletes these
  npm run models -- check                   compares the installed files with their SHA-256

  --accept-licence   with get: accepts licences that need consent without asking

An interrupted download continues where it ended. Models are stored in MODELS_DIR (default: models in DATA_DIR), in a
folder each, which may also be filled by hand. HTTPS_PROXY is followed; MODELS_BASE_URL names a mirror.
`;

interface ModelsParts {
  readonly models: readonly LocalModel[];
  readonly retries: DownloadParts['retries'];
}

const ownParts: ModelsParts = { models: localModels, retries: { times: 5, waitMs: 2000 } };

/**
 * `npm run models`.
 * @param args after the command's name
 * @returns the exit code
 */
export function runModels(args: readonly string[], parts = ownParts): Promise<number> {
  return runCommand(async (_args, _folder, signal) => {
    const config = readConfig(process.env);
    // The data folder must stay private.
    if (config.modelsFolder.startsWith(config.dataDir + sep)) process.umask(0o077);
    return await act(args, { ...parts, config, signal });
  });
}

interface Surroundings extends ModelsParts {
  readonly config: Config;
  readonly signal: AbortSignal;
}

/** @returns whether all went well */
async function act([word, ...rest]: readonly string[], around: Surroundings): Promise<boolean> {
  const { models, config } = around;
  if (word === '--help' || word === '-h') console.log(usage);
  else if (word === undefined || (word === 'list' && rest.length === 0))
    console.log(await describeModels(models, readMachine(), config.modelsFolder));
  else if (word === 'check' && rest.length === 0) return await check(around);
  else if (word === 'remove' && rest.length > 0)
    for (const model of findModels(rest, models)) await remove(model, config);
  else if (word === 'get' && rest.length > 0) return await get(rest, around);
  else throw new CodedError('bad_request', { operatorMessage: usage });
  return true;
}

async function get(args: readonly string[], around: Surroundings): Promise<boolean> {
  const { models } = around;
  const consent = '--accept-licence';
  const names = args.filter(arg => arg !== consent);
  const wanted = names.includes('standard') ? recommendModels(models, readMachine()) : [];
  const named = findModels(
    names.filter(name => name !== 'standard'),
    models,
  );
  const options = { ...around, acceptsLicences: args.includes(consent) };
  return await getModels([...new Set([...wanted, ...named])], options);
}

function findModels(names: readonly string[], models: readonly LocalModel[]): LocalModel[] {
  return names.map(name => {
    const model = models.find(each => each.name === name);
    if (model) return model;
    const known = describeList(models.map(each => each.name));
    throw new CodedError('bad_request', {
      operatorMessage: `There is no model "${name}". There are ${known}.`,
    });
  });
}

async function remove(model: LocalModel, { modelsFolder }: Config): Promise<void> {
  const folder = join(modelsFolder, model.name);
  if (!existsSync(folder)) return console.log(`${model.name} is not installed.`);
  lockModel(modelsFolder, model).release();
  await rm(folder, { recursive: true });
  console.log(`${model.name} is deleted.`);
}

/** @returns whether every installed file is whole and right */
async function check({ models, config, signal }: Surroundings): Promise<boolean> {
  const { modelsFolder } = config;
  const installed = (await listInstalledModels(modelsFolder, models)).map(({ model }) => model);
  let isRight = true;
  let count = 0;
  for (const model of models) {
    const { name } = model;
    const isInstalled = installed.includes(model);
    if (!isInstalled && (await countArrived(modelsFolder, model)) === 0) continue;
    count += 1;
    const files = isInstalled ? await checkModel(modelsFolder, model, signal) : [];
    for (const { path, state } of files) {
      if (state === 'damaged') console.log(`${path} is damaged.`);
      if (state === 'unknown')
        console.log(
          `${path} cannot be checked: no SHA-256 of it is published, and it was not downloaded by this command.`,
        );
    }
    const isDamaged = files.some(({ state }) => state === 'damaged');
    if (isDamaged) console.log(`To replace it: npm run models -- remove ${name}, then get ${name}`);
    else if (isInstalled) console.log(`${name} is intact.`);
    else console.log(`${name} is incomplete. To finish it: npm run models -- get ${name}`);
    if (isDamaged || !isInstalled) isRight = false;
  }
  if (count === 0) console.log(`There are no models in ${modelsFolder}.`);
  return isRight;
}

function readMachine() {
  const { machineBytes, limitBytes, cores } = readMemory();
  return { memoryBytes: limitBytes ?? machineBytes, cores };
}

type GetOptions = Surroundings & { readonly acceptsLicences: boolean };

/**
 * Downloads models, one after the other.
 * @returns whether all of them are installed now
 * @throws CodedError; what has arrived is kept
 */
async function getModels(wanted: readonly LocalModel[], options: GetOptions): Promise<boolean> {
  const { signal } = options;
  const { modelsFolder, modelsBaseUrl } = options.config;
  const there = (await listInstalledModels(modelsFolder, wanted)).map(({ model }) => model);
  for (const { name } of there) console.log(`${name} is already installed.`);
  const missing = wanted.filter(model => !there.includes(model));
  const accepted: LocalModel[] = [];
  for (const model of missing) if (await isAccepted(model, options)) accepted.push(model);
  await mkdir(modelsFolder, { recursive: true });
  await requireSpace(modelsFolder, accepted);
  await using host = openModelHost(modelsBaseUrl);
  for (const model of accepted) await getModel(model, { ...options, host });
  if (accepted.length > 0 && !signal.aborted) console.log('A running server uses them after a restart.');
  return accepted.length === missing.length;
}

async function getModel(
  model: LocalModel,
  { config: { modelsFolder }, retries, host, signal }: GetOptions & Pick<DownloadParts, 'host'>,
): Promise<void> {
  await mkdir(join(modelsFolder, model.name), { recursive: true });
  const lock = lockModel(modelsFolder, model);
  const progress = createDownloadLine(model.name);
  try {
    console.log(`Downloading ${model.name} (${describeBytes(countBytes(model))}) from ${host.name}.`);
    await downloadModel(model, { host, retries, modelsFolder, signal, onProgress: progress.note });
  } catch (error) {
    progress.end();
    if (!signal.aborted) throw error;
    const arrived = describeBytes(await countArrived(modelsFolder, model));
    console.error(
      `Stopped. ${arrived} of ${model.name} are kept. To continue: npm run models -- get ${model.name}`,
    );
    throw error;
  } finally {
    lock.release();
  }
  progress.end();
  console.log(`${model.name} is installed and verified.`);
}

async function isAccepted(
  { name, title, licence }: LocalModel,
  { acceptsLicences, signal }: GetOptions,
): Promise<boolean> {
  if (!licence.asksConsent) return true;
  console.log(`${title} is under the licence ${licence.name}, which has conditions of use:\n${licence.url}`);
  if (acceptsLicences) return true;
  if (!(process.stdin.isTTY && process.stdout.isTTY))
    throw new CodedError('bad_request', {
      operatorMessage: `${name} needs your consent to its licence. Read it, then repeat the command with --accept-licence.`,
    });
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Type yes to accept it: ', { signal });
    if (answer.trim().toLowerCase() === 'yes') return true;
  } finally {
    terminal.close();
  }
  console.log(`${name} was not downloaded.`);
  return false;
}

function createDownloadLine(name: string) {
  const line = createProgressLine(250, 10);
  let start: { readonly ms: number; readonly bytes: number } | undefined;
  return {
    note({ doneBytes, totalBytes }: ModelProgress): void {
      const ms = Date.now();
      start ??= { ms, bytes: doneBytes };
      const percent = Math.floor((100 * doneBytes) / totalBytes);
      const bytesPerSecond = (1000 * (doneBytes - start.bytes)) / (ms - start.ms);
      const rest = describeRest(totalBytes - doneBytes, bytesPerSecond);
      line.note(
        percent,
        `${name}: ${percent} %, ${describeBytes(doneBytes)} of ${describeBytes(totalBytes)}${rest}`,
      );
    },
    end: line.end,
  };
}

/** Empty until there is a speed. */
function describeRest(bytes: number, bytesPerSecond: number): string {
  if (!(bytesPerSecond > 0) || !Number.isFinite(bytesPerSecond)) return '';
  const seconds = Math.ceil(bytes / bytesPerSecond);
  const left = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `, ${describeBytes(bytesPerSecond)}/s, ${left} left`;
}

const steps = { look: 'Vision and writing', speak: 'Speech', hear: 'Speech recognition' } as const;

async function describeModels(
  models: readonly LocalModel[],
  machine: Machine,
  modelsFolder: string,
): Promise<string> {
  const installed = (await listInstalledModels(modelsFolder, models)).map(({ model }) => model);
  const recommended = recommendModels(models, machine);
  const describeState = async (model: LocalModel) => {
    const arrived = await countArrived(modelsFolder, model);
    const speed = estimateSpeed(model, machine);
    const facts = [
      installed.includes(model) ? 'installed' : arrived > 0 ? `${describeBytes(arrived)} downloaded` : '',
      recommended.includes(model) ? 'recommended' : '',
      fitsMemory(model, machine) ? '' : 'too large for this machine',
      machine.cores >= (model.minCores ?? 1) ? '' : `slow with ${machine.cores} cores`,
      speed === undefined ? '' : `about ${speed < 1 ? speed.toFixed(1) : Math.round(speed)} × real time here`,
    ];
    return facts.filter(Boolean).join(', ');
  };
  const rows = await Promise.all(
    models.map(async model => ({
      step: model.step,
      cells: [...describeModel(model), await describeState(model)],
    })),
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

/**
 * Locks a model's folder, which exists, so that two commands do not write the same files.
 * @throws CodedError `conflict` that names the other process
 */
function lockModel(modelsFolder: string, { name }: LocalModel): { release(): void } {
  const folder = join(modelsFolder, name);
  try {
    return lockFolder(folder);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const holder = findHolder(folder) ?? 'another process';
    const operatorMessage = `${name} is already being downloaded by ${holder}. Wait for it, or stop it.`;
    throw new CodedError('conflict', { operatorMessage, cause: error });
  }
}
