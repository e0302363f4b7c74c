import { existsSync } from 'node:fs';
import type { Config } from '#server/config/config.ts';
import type { ToolCall } from '#server/mcp/tool.ts';
import type { OwnVoicesAnswer } from '#shared/api/voices.ts';
import { createSemaphore, type Semaphore } from '#shared/async/semaphore.ts';
import { badRequest } from '../narrate/bad-request.ts';
import type { Parts } from '../narrate/open-parts.ts';
import { requireFile } from '../narrate/read-written.ts';
import { withStatus } from '../narrate/report-status.ts';
import { changeEnding } from '../narrate/video-options.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import { projectEnding } from './list-projects.ts';

/** Videos that are decoded at a time. */
const workers = 2;

export interface VideoPaths {
  readonly videoPath: string;
  readonly projectPath: string;
}

/** The work of all calls in this process: engines are opened by the first that needs them. */
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

  /** @throws CodedError `bad_request` if there is no such file in the allowed folders */
  async requireVideo(named: string): Promise<VideoPaths> {
    const videoPath = await this.folders.requireInside(named);
    await requireFile(videoPath);
    const projectPath = await this.folders.requireInside(changeEnding(videoPath, projectEnding.slice(1)), [
      projectEnding,
    ]);
    return { videoPath, projectPath };
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
    const help = this.#made.has(path)
      ? 'Set overwrite, or name another file in out.'
      : 'Name another file in out.';
    throw badRequest(`${path} exists already. ${help}`);
  }

  noteMade(paths: readonly string[]): void {
    for (const path of paths) this.#made.add(path);
  }

  /** Works on a project file, one call after the other, until the client cancels. */
  async run<T>(
    projectPath: string,
    { signal, report }: ToolCall,
    work: (parts: Parts) => Promise<T>,
  ): Promise<T> {
    const lock = this.#locks.get(projectPath) ?? createSemaphore(1);
    this.#locks.set(projectPath, lock);
    const release = await lock.acquire(signal);
    try {
      const { FileSigner } = await import('../narrate/sign-files.ts');
      const parts = await this.#open();
      await using signer = new FileSigner(this.#config.contentCredentials, signal);
      return await withStatus(report, () => work({ ...parts, signer, signal }));
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
