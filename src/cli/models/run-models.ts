import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type LocalModel, localModels, recommendModels } from '#engines/local/models/catalogue.ts';
import { countArrived, type DownloadParts } from '#engines/local/models/download.ts';
import { checkModel, listInstalledModels } from '#engines/local/models/installed-models.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { describeList } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { readMemory } from '../doctor/machine/check-memory.ts';
import { exitCodes } from '../with-start-errors-reported.ts';
import { getModels } from './get-models.ts';
import { describeModels } from './list-models.ts';
import { lockModel } from './lock-model.ts';

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

/** After Ctrl+C, as in shells. */
const stoppedCode = 130;

export interface ModelsParts {
  readonly models: readonly LocalModel[];
  readonly retries: DownloadParts['retries'];
}

const ownParts: ModelsParts = { models: localModels, retries: { times: 5, waitMs: 2000 } };

/**
 * `npm run models`.
 * @param args after the command's name
 * @returns the exit code
 */
export async function runModels(args: readonly string[], parts = ownParts): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  try {
    const config = readConfig(process.env);
    // The data folder must stay private.
    if (config.modelsFolder.startsWith(config.dataDir + sep)) process.umask(0o077);
    return await act(args, { ...parts, config, signal: stop.signal });
  } catch (error) {
    if (stop.signal.aborted) return stoppedCode;
    if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
    console.error(error instanceof CodedError ? error.operatorMessage : error.message);
    return error instanceof CodedError && error.code === 'bad_request'
      ? exitCodes.wrongCommand
      : exitCodes.failed;
  }
}

interface Surroundings extends ModelsParts {
  readonly config: Config;
  readonly signal: AbortSignal;
}

async function act([word, ...rest]: readonly string[], around: Surroundings): Promise<number> {
  const { models, config } = around;
  if (word === '--help' || word === '-h') console.log(usage);
  else if (word === undefined || (word === 'list' && rest.length === 0))
    console.log(await describeModels(models, readMachine(), config.modelsFolder));
  else if (word === 'check' && rest.length === 0)
    return (await check(around)) ? exitCodes.done : exitCodes.failed;
  else if (word === 'remove' && rest.length > 0)
    for (const model of findModels(rest, models)) await remove(model, config);
  else if (word === 'get' && rest.length > 0)
    return (await get(rest, around)) ? exitCodes.done : exitCodes.failed;
  else throw new CodedError('bad_request', { operatorMessage: usage });
  return exitCodes.done;
}

async function get(
  args: readonly string[],
  { models, retries, config, signal }: Surroundings,
): Promise<boolean> {
  const consent = '--accept-licence';
  const names = args.filter(arg => arg !== consent);
  const wanted = names.includes('standard') ? recommendModels(models, readMachine()) : [];
  const named = findModels(
    names.filter(name => name !== 'standard'),
    models,
  );
  return await getModels([...new Set([...wanted, ...named])], {
    modelsFolder: config.modelsFolder,
    baseUrl: config.modelsBaseUrl,
    acceptsLicences: args.includes(consent),
    retries,
    signal,
  });
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
