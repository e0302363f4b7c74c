import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { countBytes, type LocalModel } from '#engines/local/models/catalogue.ts';
import {
  countArrived,
  type DownloadParts,
  describeBytes,
  downloadModel,
  type ModelProgress,
  openModelHost,
  requireSpace,
} from '#engines/local/models/download.ts';
import { listInstalledModels } from '#engines/local/models/installed-models.ts';
import { CodedError } from '#shared/errors.ts';
import { createProgressLine } from '../narrate/report-status.ts';
import { lockModel } from './lock-model.ts';

export interface GetOptions {
  readonly modelsFolder: string;
  readonly baseUrl: string;
  readonly acceptsLicences: boolean;
  readonly signal: AbortSignal;
  readonly retries: DownloadParts['retries'];
}

/**
 * Downloads models, one after the other.
 * @returns whether all of them are installed now
 * @throws CodedError; what has arrived is kept
 */
export async function getModels(wanted: readonly LocalModel[], options: GetOptions): Promise<boolean> {
  const { modelsFolder, baseUrl, signal } = options;
  const there = (await listInstalledModels(modelsFolder, wanted)).map(({ model }) => model);
  for (const { name } of there) console.log(`${name} is already installed.`);
  const missing = wanted.filter(model => !there.includes(model));
  const accepted: LocalModel[] = [];
  for (const model of missing) if (await isAccepted(model, options)) accepted.push(model);
  await mkdir(modelsFolder, { recursive: true });
  await requireSpace(modelsFolder, accepted);
  await using host = openModelHost(baseUrl);
  for (const model of accepted) await getModel(model, { ...options, host });
  if (accepted.length > 0 && !signal.aborted) console.log('A running server uses them after a restart.');
  return accepted.length === missing.length;
}

async function getModel(
  model: LocalModel,
  { modelsFolder, signal, ...parts }: GetOptions & Pick<DownloadParts, 'host'>,
): Promise<void> {
  await mkdir(join(modelsFolder, model.name), { recursive: true });
  const lock = lockModel(modelsFolder, model);
  const progress = createDownloadLine(model.name);
  try {
    console.log(`Downloading ${model.name} (${describeBytes(countBytes(model))}) from ${parts.host.name}.`);
    const onProgress = progress.note;
    await downloadModel(model, { ...parts, modelsFolder, signal, onProgress });
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
