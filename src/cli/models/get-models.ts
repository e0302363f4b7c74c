import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { countBytes, type LocalModel } from '#engines/local/models/catalogue.ts';
import type { DownloadParts } from '#engines/local/models/download-file.ts';
import {
  countArrived,
  describeBytes,
  downloadModel,
  type ModelProgress,
  requireSpace,
} from '#engines/local/models/download-model.ts';
import { listInstalledModels } from '#engines/local/models/installed-models.ts';
import { openModelHost } from '#engines/local/models/model-host.ts';
import { CodedError } from '#shared/errors.ts';
import { lockModel } from './lock-model.ts';

/** A terminal's line is rewritten at this interval; elsewhere a line is printed for each step. */
const terminalMs = 250;
const stepPercent = 10;

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
  const progress = createProgressLine(model.name);
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

/** Shows how far a download is: in a terminal in one line that is rewritten, else a line for every 10 %. */
function createProgressLine(name: string, now: () => number = Date.now) {
  const isLive = process.stderr.isTTY;
  let start: { readonly ms: number; readonly bytes: number } | undefined;
  let printedMs = Number.NEGATIVE_INFINITY;
  let printedPercent = 0;
  return {
    note({ doneBytes, totalBytes }: ModelProgress): void {
      const ms = now();
      start ??= { ms, bytes: doneBytes };
      const percent = Math.floor((100 * doneBytes) / totalBytes);
      const isDue = isLive ? ms >= printedMs + terminalMs : percent >= printedPercent + stepPercent;
      if (!isDue) return;
      printedMs = ms;
      printedPercent = percent - (percent % stepPercent);
      const bytesPerSecond = (1000 * (doneBytes - start.bytes)) / (ms - start.ms);
      const line = `${name}: ${percent} %, ${describeBytes(doneBytes)} of ${describeBytes(totalBytes)}${describeRest(totalBytes - doneBytes, bytesPerSecond)}`;
      process.stderr.write(isLive ? `\r${line}\u001B[K` : `${line}\n`);
    },
    /** Ends the line of a terminal, so that the next sentence starts a new one. */
    end(): void {
      if (isLive && start) process.stderr.write('\n');
    },
  };
}

/** Empty until there is a speed. */
function describeRest(bytes: number, bytesPerSecond: number): string {
  if (!(bytesPerSecond > 0) || !Number.isFinite(bytesPerSecond)) return '';
  const seconds = Math.ceil(bytes / bytesPerSecond);
  const left = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `, ${describeBytes(bytesPerSecond)}/s, ${left} left`;
}
