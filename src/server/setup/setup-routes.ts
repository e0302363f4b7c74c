import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import {
  foundServersSchema,
  newSetupKeySchema,
  type SetupLine,
  type SetupStep,
  type StepTrial,
  setupAnswerSchema,
  setupLineSchema,
  setupSteps,
  trySetupSchema,
  useServerSchema,
} from '#shared/api/setup.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { setupErrors } from '#shared/messages/setup-errors.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { findMissingKey, nameServerFor, serverProtocol } from '../config/engines.ts';
import {
  changeValues,
  isSettable,
  namePreference,
  type SettingsFile,
  withoutOverruled,
  withSaved,
} from '../data-folder/saved-settings.ts';
import { askRoles } from '../engine-roles/role.ts';
import { type FoundServer, findServers } from '../find-servers.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { answerWithLines } from '../http/answer-with-stream.ts';
import type { RunningWork } from '../http/running-work.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import type { LiveEngines, PreparedEngines } from '../live-engines.ts';
import { addModelRoutes, ModelDownloads } from './model-downloads.ts';
import type { SetupAccess } from './setup-access.ts';
import { describeSetup, hideKeys } from './setup-state.ts';
import { listRoles, listRolesOf, type RoleToTry, trySteps } from './try-steps.ts';

interface SetupParts {
  /** As read from the environment. */
  readonly config: Config;
  readonly engines: LiveEngines;
  readonly settings: SettingsFile;
  readonly setupAccess: SetupAccess;
}

interface SetupRouteParts extends SetupParts {
  readonly recentTries: RecentTries;
  readonly work: Pick<RunningWork, 'waitForPresent'>;
  readonly getPublicUrl: () => string;
  readonly downloads: ModelDownloads;
}

type Wish = z.output<typeof trySetupSchema>;
type Values = SettingsFile['saved']['values'];

export function addSetupRoutes(routes: Routes, parts: SetupRouteParts): void {
  const { config, engines, settings, setupAccess } = parts;
  const access = setupAccess.guard(parts.recentTries);
  const guards = { ...openToAll, limit: access };
  addModelRoutes(routes, parts.downloads, access);
  routes.add({
    method: 'GET',
    url: '/api/setup',
    schema: {
      summary: 'Which AI does what, for whoever runs this server',
      response: { 200: setupAnswerSchema },
    },
    guards,
    async handler() {
      const { vision, script, speech, transcription } = engines;
      await askRoles([vision, script, speech.standard, ...(transcription ? [transcription] : [])]);
      return hideKeys(describeSetup(engines, settings.saved), engines.config);
    },
  });
  routes.add({
    method: 'POST',
    url: '/api/setup/try',
    schema: {
      summary: 'Tries an AI, and saves it',
      produces: [progressMediaType],
      body: trySetupSchema,
      response: { 200: setupLineSchema },
    },
    guards,
    handler: async (request, reply) =>
      await answerWithLines(request, reply, trySettings(parts, request.body, request.work)),
  });
  routes.add({
    method: 'GET',
    url: '/api/setup/servers',
    schema: { summary: 'AI servers on the machine of this server', response: { 200: foundServersSchema } },
    guards,
    handler: async ({ work }) => ({ servers: (await findServers(config, work)).map(describeFoundServer) }),
  });
  routes.add({
    method: 'POST',
    url: '/api/setup/servers/:port',
    schema: {
      summary: 'Tries an AI server on the machine of this server, and uses it',
      produces: [progressMediaType],
      params: z.object({ port: z.coerce.number().int() }),
      body: useServerSchema,
      response: { 200: setupLineSchema },
    },
    guards,
    async handler(request, reply) {
      const { port } = request.params;
      const server = (await findServers(config, request.work)).find(each => each.port === port);
      if (!server) throw refuse('not_found', setupErrors.noServer, { port });
      const wish = toWish(server, request.body.model);
      return await answerWithLines(request, reply, trySettings(parts, wish, request.work));
    },
  });
  routes.add({
    method: 'POST',
    url: '/api/setup/key',
    schema: {
      summary: 'A new link to the set-up page; the old one ends',
      response: { 200: newSetupKeySchema },
    },
    guards,
    async handler() {
      requireSaving(config);
      await setupAccess.renew();
      return { url: setupAccess.describeLink(parts.getPublicUrl()) };
    },
  });
}

function describeFoundServer({ address: _, advice, ...server }: FoundServer) {
  return { ...server, command: server.does.includes('vision') ? undefined : advice?.command };
}

/** A server of this machine for the steps that it can do; others stay as they are. */
function toWish({ port, address, does }: FoundServer, model: string | undefined): Wish {
  // A named model may see pictures although the server does not say so.
  const steps = setupSteps.filter(
    step => does.includes(step) || (model !== undefined && ['vision', 'script'].includes(step)),
  );
  if (steps.length === 0) throw refuse('bad_request', setupErrors.serverCannot, { port });
  const values = Object.assign({}, ...steps.map(step => nameServerFor(step, address, model)));
  return { values, provider: serverProtocol, steps, save: 'passed' };
}

function requireSaving({ databaseUrl }: Config): void {
  if (databaseUrl !== undefined) throw refuse('conflict', setupErrors.setByEnvironment);
}

type TrialParts = Pick<SetupRouteParts, 'config' | 'engines' | 'settings' | 'work'>;

/**
 * Tries settings step by step, and saves and uses them if so wished. Nothing changes if the client leaves before.
 * @throws CodedError `bad_request`, `conflict`
 */
export async function* trySettings(
  parts: TrialParts,
  wish: Wish,
  signal: AbortSignal,
): AsyncGenerator<SetupLine> {
  const { config, engines, settings } = parts;
  if (wish.save !== 'never') requireSaving(config);
  requireSettable(wish.values, config);
  const values = changeValues(settings.saved.values, wish.values);
  const tried = await prepare(parts, values, signal);
  const trials: StepTrial[] = [];
  try {
    for await (const said of trySteps(listWished(tried, wish), { ...wish, prices: config.prices, signal })) {
      const line = hideKeys(said, tried.config);
      if ('trial' in line) trials.push(line.trial);
      yield line;
    }
  } finally {
    await engines.discard(tried);
  }
  signal.throwIfAborted();
  const passed = trials.filter(({ isOk }) => isOk).map(({ step }) => step);
  const isSaved = wish.save === 'always' || (wish.save === 'passed' && passed.length > 0);
  const isOfPresent = wish.provider === undefined && Object.keys(wish.values).length === 0;
  const preferredFor = wish.save === 'always' ? (wish.steps ?? passed) : passed;
  if (isSaved || (isOfPresent && config.databaseUrl === undefined))
    await save(settings, wish, preferredFor, trials);
  if (isSaved) await applySaved(parts);
  yield { isSaved };
}

const stepsOf: Readonly<Record<LocalModel['step'], readonly SetupStep[]>> = {
  look: ['vision', 'script'],
  speak: ['speech'],
  hear: ['transcription'],
};

/** Downloads of models, which are tried and used once they are there. */
export function openDownloads(parts: TrialParts & { readonly log: FastifyBaseLogger }): ModelDownloads {
  const { config, settings, log } = parts;
  const wanted = {
    read: () => settings.saved.downloads,
    change: (edit: (names: readonly string[]) => readonly string[]) =>
      settings.change(saved => ({ ...saved, downloads: [...edit(saved.downloads)] })),
  };
  return new ModelDownloads({
    config,
    log,
    wanted,
    async onInstalled({ step }, signal) {
      await applySaved(parts);
      const save = config.databaseUrl === undefined ? 'passed' : 'never';
      const wish: Wish = { values: {}, provider: 'local', steps: [...stepsOf[step]], save };
      const lines = await Array.fromAsync(trySettings(parts, wish, signal));
      const failed = lines.flatMap(line => ('trial' in line && !line.trial.isOk ? [line.trial] : []));
      if (failed[0]) throw new CodedError('unavailable', { message: failed[0].sentence });
    },
  });
}

function listWished({ chosen }: PreparedEngines, { provider }: Wish): RoleToTry[] {
  if (provider === undefined) return listRoles(chosen);
  if (provider === 'offline') return [];
  const made = chosen.offers.find(({ offer }) => offer.id === provider);
  if (!made) throw refuse('bad_request', setupErrors.noProvider, { provider });
  return listRolesOf(made.offer);
}

/** Also how trials ended, which is all that changes where nothing was asked for. */
async function save(
  settings: SettingsFile,
  { values, provider }: Wish,
  preferredFor: readonly SetupStep[],
  trials: readonly StepTrial[],
): Promise<void> {
  const preferences = provider
    ? Object.fromEntries(preferredFor.map(step => [namePreference(step), provider]))
    : {};
  const at = new Date().toISOString();
  const dated = Object.fromEntries(trials.map(trial => [trial.step, { ...trial, at }]));
  await settings.change(saved => ({
    ...saved,
    values: changeValues(changeValues(saved.values, values), preferences),
    trials: { ...saved.trials, ...dated },
  }));
}

/** Chooses engines again by what is saved, and by the models that are installed. */
async function applySaved(parts: TrialParts): Promise<void> {
  const { engines, settings, work } = parts;
  const prepareSaved = () => prepare(parts, settings.saved.values, new AbortController().signal);
  await engines.replace(prepareSaved, () => work.waitForPresent());
}

async function prepare({ config, engines }: TrialParts, values: Values, signal: AbortSignal) {
  try {
    return await engines.prepare(withSaved(config, { values }), signal);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new CodedError('bad_request', { message: error.mistakes.join(' ') });
  }
}

function requireSettable(values: Wish['values'], { given }: Config): void {
  const set = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const effective = withoutOverruled(set, given);
  for (const name of Object.keys(values))
    if (!isSettable(name)) throw refuse('bad_request', setupErrors.notSettable, { name });
  for (const name of Object.keys(set))
    if (!(name in effective)) throw refuse('conflict', setupErrors.setElsewhere, { name });
  const missing = findMissingKey(set);
  if (missing !== undefined) throw refuse('bad_request', setupErrors.keyMissing, { name: missing });
}
