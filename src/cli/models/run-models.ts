import { sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { countBytes, type LocalModel, localModels } from '#engines/local/models/catalogue.ts';
import {
  countArrived,
  createSpeedometer,
  type DownloadParts,
  describeBytes,
  type ModelProgress,
  openModelHost,
  requireSpace,
  usualRetries,
} from '#engines/local/models/download.ts';
import { checkModel, listInstalledModels } from '#engines/local/models/installed-models.ts';
import {
  type ExaminedModel,
  examineModels,
  type Machine,
  readMachine,
  recommendModels,
} from '#engines/local/models/suits-machine.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { installModel, removeModel } from '#server/setup/install-model.ts';
import { describeList } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
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

const ownParts: ModelsParts = { models: localModels, retries: usualRetries };

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
    for (const model of findModels(rest, models)) {
      const wasHere = await removeModel(config.modelsFolder, model);
      console.log(wasHere ? `${model.name} is deleted.` : `${model.name} is not installed.`);
    }
  else if (word === 'get' && rest.length > 0) return await get(rest, around);
  else throw new CodedError('bad_request', { operatorMessage: usage });
  return true;
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

/** @returns whether every installed file is whole and right */
async function check({ models, config, signal }: Surroundings): Promise<boolean> {
  const { modelsFolder } = config;
  let isRight = true;
  let count = 0;
  const examined = await examineModels(modelsFolder, readMachine(), models);
  for (const { model, isInstalled, arrivedBytes } of examined) {
    const { name } = model;
    if (arrivedBytes === 0) continue;
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

const consent = '--accept-licence';

/**
 * Downloads models, one after the other.
 * @returns whether all of them are installed now
 * @throws CodedError; what has arrived is kept
 */
async function get(args: readonly string[], around: Surroundings): Promise<boolean> {
  const { models, config, signal } = around;
  const { modelsFolder, modelsBaseUrl } = config;
  const names = args.filter(arg => arg !== consent && arg !== 'standard');
  const recommended = args.includes('standard') ? recommendModels(models, readMachine()) : [];
  const wanted = [...new Set([...recommended, ...findModels(names, models)])];
  const there = (await listInstalledModels(modelsFolder, wanted)).map(({ model }) => model);
  for (const { name } of there) console.log(`${name} is already installed.`);
  const missing = wanted.filter(model => !there.includes(model));
  const accepted: LocalModel[] = [];
  for (const model of missing)
    if (await isAccepted(model, args.includes(consent), signal)) accepted.push(model);
  await requireSpace(modelsFolder, accepted);
  await using host = openModelHost(modelsBaseUrl);
  for (const model of accepted) await getModel(model, { ...around, host });
  if (accepted.length > 0 && !signal.aborted) console.log('A running server uses them after a restart.');
  return accepted.length === missing.length;
}

async function getModel(
  model: LocalModel,
  { config: { modelsFolder }, retries, host, signal }: Surroundings & Pick<DownloadParts, 'host'>,
): Promise<void> {
  const progress = createProgressLine(250, 10);
  const measureSpeed = createSpeedometer();
  const onProgress = ({ doneBytes, totalBytes }: ModelProgress) => {
    const percent = Math.floor((100 * doneBytes) / totalBytes);
    const arrived = `${describeBytes(doneBytes)} of ${describeBytes(totalBytes)}`;
    const rest = describeRest(totalBytes - doneBytes, measureSpeed(doneBytes));
    progress.note(percent, `${model.name}: ${percent} %, ${arrived}${rest}`);
  };
  try {
    console.log(`Downloading ${model.name} (${describeBytes(countBytes(model))}) from ${host.name}.`);
    await installModel(model, { host, retries, modelsFolder, signal, onProgress });
  } catch (error) {
    progress.end();
    if (!signal.aborted) throw error;
    const arrived = describeBytes(await countArrived(modelsFolder, model));
    console.error(
      `Stopped. ${arrived} of ${model.name} are kept. To continue: npm run models -- get ${model.name}`,
    );
    throw error;
  }
  progress.end();
  console.log(`${model.name} is installed and verified.`);
}

async function isAccepted(
  { name, title, licence }: LocalModel,
  acceptsLicences: boolean,
  signal: AbortSignal,
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

/** Empty until there is a speed. */
function describeRest(bytes: number, bytesPerSecond = 0): string {
  if (bytesPerSecond <= 0) return '';
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
  const examined = await examineModels(modelsFolder, machine, models);
  const rows = examined.map(each => ({
    step: each.model.step,
    cells: [...describeModel(each.model), describeState(each, machine)],
  }));
  const widths = rows[0]?.cells.map((_, at) => Math.max(...rows.map(({ cells }) => cells[at]?.length ?? 0)));
  const sections = Object.entries(steps).map(([step, title]) => {
    const lines = rows
      .filter(row => row.step === step)
      .map(({ cells }) =>
        `  ${cells.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)).join('  ')}`.trimEnd(),
      );
    return [title, ...lines].join('\n');
  });
  const missing = examined.filter(each => each.fit === 'recommended' && !each.isInstalled);
  const about = `This machine has ${describeBytes(machine.memoryBytes)} of memory and ${machine.cores} cores. Models are stored in ${modelsFolder}.
Speeds are published measurements, converted to this number of cores.
* has conditions of use, shown before the download`;
  return [...sections, about, advise(missing.map(({ model }) => model))].join('\n\n');
}

function describeState({ isInstalled, arrivedBytes, fit, speed }: ExaminedModel, { cores }: Machine): string {
  const fits = {
    recommended: 'recommended',
    fits: '',
    slow: `slow with ${cores} cores`,
    tooLarge: 'too large for this machine',
  };
  const facts = [
    isInstalled ? 'installed' : arrivedBytes > 0 ? `${describeBytes(arrivedBytes)} downloaded` : '',
    fits[fit],
    speed === undefined ? '' : `about ${speed < 1 ? speed.toFixed(1) : Math.round(speed)} × real time here`,
  ];
  return facts.filter(Boolean).join(', ');
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

function advise(missing: readonly LocalModel[]): string {
  if (missing.length === 0) return 'The recommended models are installed.';
  const bytes = missing.reduce((sum, model) => sum + countBytes(model), 0);
  return `To download the recommended ones (${describeBytes(bytes)}): npm run models -- get standard`;
}
