import { existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { followLinks } from '#media/node/temporary-files.ts';
import type { Config } from '#server/config/config.ts';
import type { ToolCall } from '#server/mcp/tool.ts';
import type { OwnVoicesAnswer } from '#shared/api/voices.ts';
import { createSemaphore, type Semaphore } from '#shared/async/semaphore.ts';
import type { VideoPaths } from '../narrate/compare-video.ts';
import type { Parts } from '../narrate/open-parts.ts';
import type { NarrateOptions } from '../narrate/options.ts';
import { changeEnding, requireFile } from '../narrate/places.ts';
import { readOptions } from '../narrate/read-options.ts';
import { badRequest, withStatus } from '../narrate/report-status.ts';

/** The folders whose files may be read and written, as they were named at the start. */
export type AllowedFolders = Awaited<ReturnType<typeof openAllowedFolders>>;

/**
 * @param base of relative paths
 * @throws CodedError `bad_request` if none is named, or one is no folder
 */
export async function openAllowedFolders(named: readonly string[], base: string) {
  if (named.length === 0)
    throw badRequest('Name the folders whose files may be used, such as: npm run --silent mcp -- ~/Videos');
  const found = named.map(async name => {
    const path = await realpath(resolve(base, name)).catch(() => undefined);
    if (path === undefined || !(await stat(path)).isDirectory())
      throw badRequest(`There is no folder ${name}.`);
    return path;
  });
  const paths = await Promise.all(found);

  /**
   * @param named relative paths begin in the first folder
   * @param endings of a file that is written: only these, and no hidden one
   * @returns the path without links, of a file that may not exist yet
   * @throws CodedError `bad_request` if it is, or leads, elsewhere
   */
  async function requireInside(named: string, endings?: readonly string[]): Promise<string> {
    const path = await findReal(paths[0] ?? '', named).catch(() => undefined);
    const folder = paths.find(each => path !== undefined && isInside(each, path));
    if (path === undefined || folder === undefined)
      throw badRequest(`${named} is not in a folder that was allowed at the start: ${paths.join(', ')}.`);
    if (!endings || isOfKind(relative(folder, path), endings)) return path;
    const kinds = endings.map(ending => `NAME${ending}`).join(' or ');
    throw badRequest(`${named} is hidden or not of the right kind. Name a file ${kinds}.`);
  }

  return { paths, requireInside };
}

/** Names of devices and `FILE:STREAM`. */
const specialOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)\.|:/iu;

function isOfKind(way: string, endings: readonly string[]): boolean {
  if (way.split(sep).some(part => part.startsWith('.'))) return false;
  if (process.platform === 'win32' && specialOnWindows.test(basename(way))) return false;
  return endings.some(ending => way.toLowerCase().endsWith(ending));
}

/** The file may be missing, its folder not. @param named also as `file://` */
async function findReal(base: string, named: string): Promise<string> {
  const target = await followLinks(resolve(base, /^file:/iu.test(named) ? fileURLToPath(named) : named));
  return join(await realpath(dirname(target)), basename(target));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  // On another drive it is absolute.
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export const projectEnding = '.benshi.json';

/** Videos that are decoded at a time. */
const workers = 2;

export class LocalWork implements AsyncDisposable {
  readonly folders: AllowedFolders;
  readonly #config: Config;
  readonly #stop = new AbortController();
  readonly #locks = new Map<string, Semaphore>();
  readonly #made = new Set<string>();
  #parts: Promise<Parts> | undefined;

  constructor(config: Config, folders: AllowedFolders) {
    this.#config = config;
    this.folders = folders;
  }

  /**
   * @param project that beside the video if left out
   * @throws CodedError `bad_request` if there is no such file in the allowed folders; as `requireProject`
   */
  async requireVideo(named: string, project?: string): Promise<VideoPaths> {
    const videoPath = await this.folders.requireInside(named);
    await requireFile(videoPath);
    if (project !== undefined) return { videoPath, projectPath: await this.requireProject(project) };
    const beside = changeEnding(videoPath, projectEnding.slice(1));
    return { videoPath, projectPath: await this.folders.requireInside(beside, [projectEnding]) };
  }

  /** @throws CodedError `bad_request` if there is no such file in the allowed folders, or it is no project file */
  async requireProject(named: string): Promise<string> {
    const path = await this.folders.requireInside(named, [projectEnding]);
    await requireFile(path);
    return path;
  }

  /**
   * Where a file is written that must not exist yet, or was written by this process and may be overwritten.
   * @throws CodedError `bad_request`
   */
  async requirePlace(named: string, overwrites: boolean, endings: readonly string[]): Promise<string> {
    const path = await this.folders.requireInside(named, endings);
    if (!existsSync(path) || (overwrites && this.#made.has(path))) return path;
    const help = this.#made.has(path) ? 'Set overwrite, or name' : 'Name';
    throw badRequest(`${path} exists already. ${help} another file in out.`);
  }

  noteMade(paths: readonly string[]): void {
    for (const path of paths) this.#made.add(path);
  }

  /** Works on a project file, one call after the other, until the client cancels. It keeps the fingerprint of a video that is named. */
  async run<T>(
    { projectPath, videoPath }: Pick<VideoPaths, 'projectPath'> & Partial<VideoPaths>,
    { signal, report }: ToolCall,
    work: (parts: Parts) => Promise<T>,
  ): Promise<T> {
    const lock = this.#locks.get(projectPath) ?? createSemaphore(1);
    this.#locks.set(projectPath, lock);
    const release = await lock.acquire(signal);
    try {
      const { FileSigner } = await import('../narrate/sign-files.ts');
      const { keepFingerprint } = await import('../narrate/open-document.ts');
      const parts = await this.#open();
      await using signer = new FileSigner(this.#config.contentCredentials, signal);
      const used = { ...parts, signer, signal };
      return await withStatus(report, async () => {
        const result = await work(used);
        await keepFingerprint({ projectPath, videoPath }, used);
        return result;
      });
    } finally {
      release();
    }
  }

  /** @throws CodedError `client_closed` */
  async listOwnVoices(signal: AbortSignal): Promise<OwnVoicesAnswer> {
    const { listOwnVoices } = await import('#server/voices/own-voices.ts');
    return await listOwnVoices((await this.#open()).engines, signal);
  }

  /** Loads engines and decoders, which an idle server does not need. */
  async #open(): Promise<Parts> {
    const { openParts } = await import('../narrate/open-parts.ts');
    this.#parts ??= openParts(this.#config, workers, this.#stop.signal);
    return await this.#parts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await (await this.#parts)?.[Symbol.asyncDispose]();
  }
}

/**
 * The same as on the command line.
 * @param args by the names of the options; none for false
 * @throws CodedError as `readOptions`
 */
export function planNarration(
  videoPath: string,
  args: Readonly<Record<string, string | boolean | undefined>>,
): NarrateOptions {
  const options = Object.entries(args).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${value}`];
  });
  // Neither a folder nor --verify nor --help is asked for.
  return readOptions([...options, '--', videoPath], '/') as NarrateOptions;
}
