import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { countBytes, type LocalModel, localModels } from '#engines/local/models/catalogue.ts';
import {
  countArrived,
  countFreeBytes,
  createSpeedometer,
  type DownloadParts,
  type ModelProgress,
  openModelHost,
  usualRetries,
} from '#engines/local/models/download.ts';
import { listInstalledModels } from '#engines/local/models/installed-models.ts';
import { type ExaminedModel, examineModels, readMachine } from '#engines/local/models/suits-machine.ts';
import { type OfferedModel, offeredModelsSchema, wantedModelSchema } from '#shared/api/setup.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { modelErrors } from '#shared/messages/model-errors.ts';
import { type Limit, openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { describeForLog } from '../http/log.ts';
import { installModel, removeModel } from './install-model.ts';

/** The names of the models that are to be downloaded, in their order. Kept over restarts. */
export interface WantedModels {
  read(): readonly string[];
  change(edit: (names: readonly string[]) => readonly string[]): Promise<void>;
}

interface DownloadsParts {
  readonly config: { readonly modelsFolder: string; readonly modelsBaseUrl: string };
  readonly log: FastifyBaseLogger;
  readonly wanted: WantedModels;
  /** Takes a model into use. While it runs, the model is in the state `checking`. */
  onInstalled(model: LocalModel, signal: AbortSignal): Promise<void>;
  readonly models?: readonly LocalModel[] | undefined;
  readonly retries?: DownloadParts['retries'] | undefined;
}

/** The download that is under way. */
interface Download {
  readonly model: LocalModel;
  readonly ended: AbortController;
  isChecking: boolean;
  bytesPerSecond?: number | undefined;
}

const advice =
  'Nothing is lost: what has arrived is kept. Fix the reason, then continue the download on the page /setup, or with npm run models.';

/**
 * Free models for this machine, downloaded by the server one after the other. A paused one is what has arrived of it, and not
 * wanted. Ends with {@link close}; whatever ends it, the next one goes on where it ended.
 */
export class ModelDownloads {
  readonly #parts: DownloadsParts;
  readonly #models: readonly LocalModel[];
  /** Why those that failed did, and what to do. */
  readonly #problems = new Map<string, string>();
  #now: Download | undefined;
  /** Of the one that is under way. */
  #ended = Promise.resolve();
  #isClosed = false;

  constructor(parts: DownloadsParts) {
    this.#parts = parts;
    this.#models = parts.models ?? localModels;
  }

  /** Goes on with what was wanted before the last end. */
  start(): void {
    if (this.#now || this.#isClosed) return;
    const names = this.#parts.wanted.read().filter(name => !this.#problems.has(name));
    const [model] = names.flatMap(name => this.#models.find(each => each.name === name) ?? []);
    if (!model) return;
    const now: Download = { model, ended: new AbortController(), isChecking: false };
    this.#now = now;
    this.#ended = this.#work(now).then(() => {
      this.#now = undefined;
      this.start();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#now?.ended.abort();
    await this.#ended;
  }

  async list(): Promise<z.output<typeof offeredModelsSchema>> {
    const { modelsFolder } = this.#parts.config;
    const machine = readMachine();
    const examined = await examineModels(modelsFolder, machine, this.#models);
    const freeBytes = await countFreeBytes(modelsFolder);
    return { ...machine, freeBytes, models: examined.map(each => this.#describe(each)) };
  }

  /**
   * @param wanted `none` also deletes what has arrived
   * @throws CodedError `not_found`; `bad_request` without consent; `conflict` for deleting one that is installed or in other hands
   */
  async want(name: string, { wanted, acceptsLicence }: z.output<typeof wantedModelSchema>): Promise<void> {
    const { modelsFolder } = this.#parts.config;
    const model = this.#models.find(each => each.name === name);
    if (!model) throw refuse('not_found', modelErrors.unknown);
    const { title, licence } = model;
    if (wanted === 'installed') {
      // Whoever began it has accepted it.
      const isBegun = this.#isWanted(name) || (await countArrived(modelsFolder, model)) > 0;
      if (licence.asksConsent && !acceptsLicence && !isBegun)
        throw refuse('bad_request', modelErrors.needsConsent, { title });
      await this.#parts.wanted.change(names => (names.includes(name) ? names : [...names, name]));
      this.#problems.delete(name);
      return this.start();
    }
    await this.#parts.wanted.change(names => names.filter(each => each !== name));
    const hadFailed = this.#problems.delete(name);
    if (this.#now?.model === model) {
      this.#now.ended.abort();
      await this.#ended;
    }
    if (wanted === 'paused') return;
    const [isInstalled] = await listInstalledModels(modelsFolder, [model]);
    if (!isInstalled) await removeModel(modelsFolder, model);
    else if (!hadFailed) throw refuse('conflict', modelErrors.installed, { title });
  }

  #isWanted(name: string): boolean {
    return this.#parts.wanted.read().includes(name);
  }

  /** Does not throw. */
  async #work(now: Download): Promise<void> {
    const { config, log, wanted, onInstalled, retries = usualRetries } = this.#parts;
    const { model, ended } = now;
    const { signal } = ended;
    const measureSpeed = createSpeedometer();
    const onProgress = ({ doneBytes, isChecking }: ModelProgress) => {
      now.isChecking = isChecking;
      now.bytesPerSecond = isChecking ? undefined : measureSpeed(doneBytes);
    };
    try {
      await using host = openModelHost(config.modelsBaseUrl);
      await installModel(model, { host, retries, modelsFolder: config.modelsFolder, signal, onProgress });
      signal.throwIfAborted();
      // Before it is loaded: if that ended the server, each start would do it again.
      await wanted.change(names => names.filter(each => each !== model.name));
      log.info({ model: model.name }, 'a model was downloaded');
      now.isChecking = true;
      await onInstalled(model, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ model: model.name, problem: describeForLog(error), advice }, 'a model is not ready');
      const sentence = error instanceof CodedError ? error.operatorMessage : t(modelErrors.failed);
      this.#problems.set(model.name, sentence);
    }
  }

  #describe({ model, isInstalled, arrivedBytes, fit, speed }: ExaminedModel): OfferedModel {
    const { name, title, step, memoryMb, languages, licence } = model;
    const isWanted = this.#isWanted(name);
    const failure = this.#problems.get(name);
    // One that failed may have been finished by npm run models.
    const problem = isInstalled && isWanted ? undefined : failure;
    const now = this.#now?.model === model ? this.#now : undefined;
    const findState = () => {
      if (now) return now.isChecking ? 'checking' : 'downloading';
      if (problem !== undefined) return 'failed';
      if (isWanted && failure === undefined) return 'waiting';
      if (isInstalled) return 'installed';
      return arrivedBytes > 0 ? 'paused' : 'none';
    };
    return {
      ...{ name, title, step, languages, licence, fit, speed, arrivedBytes },
      bytes: countBytes(model),
      memoryBytes: memoryMb * 1e6,
      state: findState(),
      bytesPerSecond: now?.bytesPerSecond,
      problem,
    };
  }
}

/** @param access admits whoever may set up this server */
export function addModelRoutes(routes: Routes, downloads: ModelDownloads, access: Limit): void {
  const guards = { ...openToAll, limit: access };
  routes.add({
    method: 'GET',
    url: '/api/setup/models',
    schema: { summary: 'Free models that this server can download', response: { 200: offeredModelsSchema } },
    guards,
    handler: () => downloads.list(),
  });

  routes.add({
    method: 'PUT',
    url: '/api/setup/models/:name',
    schema: {
      summary: 'Download a free model, pause it, or delete what has arrived of it',
      params: z.object({ name: z.string() }),
      body: wantedModelSchema,
      response: { 200: offeredModelsSchema },
    },
    guards,
    async handler({ params, body }) {
      await downloads.want(params.name, body);
      return await downloads.list();
    },
  });
}
