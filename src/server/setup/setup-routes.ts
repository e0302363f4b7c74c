import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import type { DescribedEngine } from '#engines/ports.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import {
  foundServersSchema,
  newSetupKeySchema,
  type SetupAnswer,
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
import {
  connections,
  findConnection,
  findMissingKey,
  findModelSetting,
  isConnectionOf,
  nameServerFor,
  nameServerSetting,
  serverProtocol,
} from '../config/engines.ts';
import {
  changeValues,
  isSettable,
  namePreference,
  type SavedSettings,
  type SettingsFile,
  withoutOverruled,
  withSaved,
} from '../data-folder/saved-settings.ts';
import { findVendorPages } from '../engine-roles/providers.ts';
import type { Role } from '../engine-roles/role.ts';
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

type Row = SetupAnswer['steps'][number];
type Source = NonNullable<Row['source']>;

/** Which AI does what, and what can be connected. Keys are only hinted at. */
function describeSetup(engines: LiveEngines, { trials }: SavedSettings): SetupAnswer {
  const { config } = engines;
  const { speech, ...others } = engines.roles;
  const roles = { ...others, speech: speech.standard };
  return {
    canSave: config.databaseUrl === undefined,
    steps: setupSteps.map(step => {
      const row = describeRow(step, roles[step], config);
      // That of another provider says nothing of this one.
      const isOfThis = trials[step]?.provider === row.provider?.name;
      return { ...row, ...(isOfThis && { lastTrial: trials[step] }) };
    }),
    connections: [
      ...connections.map(connection => describeConnection(connection, config)),
      ...describeSavedServer(config),
    ],
  };
}

/** A server of this machine that the page uses for some steps: only to be disconnected. */
function describeSavedServer({ saved }: Config): SetupAnswer['connections'] {
  const does = setupSteps.filter(step => saved[nameServerSetting(step)] !== undefined);
  if (does.length === 0) return [];
  const fields = does.map(nameServerSetting).map(name => ({
    ...{ name, kind: 'address' as const, isRequired: true, shown: saved[name] },
  }));
  return [{ id: 'server', provider: serverProtocol, name: '', does, fields, source: 'page' }];
}

function describeRow(step: SetupStep, role: Role<DescribedEngine> | undefined, config: Config): Row {
  const isFixed = namePreference(step) in config.given;
  if (!role) return { step, isFixed, choices: [] };
  const { current, readiness } = role;
  const id = role.candidates.find(({ engine }) => engine === current)?.id ?? 'offline';
  const model = (readiness?.kind === 'ready' && readiness.model) || current.model;
  const note = role.describeDoubts('operatorMessage');
  return {
    step,
    provider: { id, name: current.provider.name, ...(model && { model }) },
    source: isFixed ? 'environment' : findSource(id, step, config),
    isFixed,
    ...(note && { note }),
    choices: role.candidates.map(({ id: choice, engine }) => ({
      id: choice,
      name: engine.provider.name,
      ...describeModelChoice(choice, step, config),
    })),
  };
}

function describeModelChoice(provider: string, step: SetupStep, { given, saved }: Config) {
  const name = findModelSetting(provider, step);
  if (name === undefined || name in given) return {};
  return { modelSetting: name, ...(saved[name] !== undefined && { model: saved[name] }) };
}

function findSource(provider: string, step: SetupStep, { given, saved, foundServers }: Config): Source {
  if (provider === 'offline') return 'builtIn';
  if (provider === 'local') return 'installed';
  const isIn = (values: object) => Object.keys(values).some(name => isConnectionOf(name, provider, step));
  if (isIn(saved)) return 'page';
  return foundServers && !isIn(given) ? 'found' : 'environment';
}

function describeConnection(
  { required, optional = [], ...connection }: (typeof connections)[number],
  { given, saved }: Config,
): SetupAnswer['connections'][number] {
  const names: readonly string[] = [...required, ...optional];
  const group = names.map(findConnection).find(each => each !== undefined);
  const isGiven = Object.keys(given).some(name => findConnection(name) === group);
  const isSaved = required.every(name => saved[name] !== undefined);
  const values: Readonly<Record<string, string>> = isGiven ? given : saved;
  const isSet = required.every(name => values[name] !== undefined);
  // Another address uses the same key.
  const isOther = connection.id !== 'address' && values[`${group}_BASE_URL`] !== undefined;
  const source = isSet && !isOther ? (isGiven ? 'environment' : isSaved ? 'page' : undefined) : undefined;
  return {
    ...connection,
    does: [...connection.does],
    ...(source && { source }),
    keysUrl: connection.id === 'address' ? undefined : findVendorPages(connection.provider)?.keys,
    fields: names.map(name => ({
      name,
      kind: findKind(name),
      isRequired: required.some(each => each === name),
      ...(source && values[name] !== undefined && { shown: isKey(name) ? hint(values[name]) : values[name] }),
    })),
  };
}

const isKey = (name: string): boolean => name.endsWith('_KEY');

function findKind(name: string): SetupAnswer['connections'][number]['fields'][number]['kind'] {
  if (isKey(name)) return 'key';
  if (name.endsWith('_REGION')) return 'region';
  return name.endsWith('_DEPLOYMENT') ? 'deployment' : 'address';
}

/** A shorter one may be any word, such as a server's name. */
const leastKeyCharacters = 16;

/** `sk-…3fq8`: enough to tell two keys apart. */
function hint(key: string): string {
  if (key.length < leastKeyCharacters) return '…';
  return `${/^\w{1,4}[-_]/u.exec(key)?.[0] ?? ''}…${key.slice(-4)}`;
}

/** What a provider said may repeat its key, in any field. */
function hideKeys<Said>(said: Said, { given, saved }: Pick<Config, 'given' | 'saved'>): Said {
  const keys = Object.entries({ ...saved, ...given }).flatMap(([name, value]) =>
    isKey(name) ? [value] : [],
  );
  const written = keys.reduce(
    (text, key) => text.replaceAll(JSON.stringify(key).slice(1, -1), hint(key)),
    JSON.stringify(said),
  );
  return JSON.parse(written);
}
