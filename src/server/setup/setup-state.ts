import type { DescribedEngine } from '#engines/ports.ts';
import { type SetupAnswer, type SetupStep, setupSteps } from '#shared/api/setup.ts';
import type { Config } from '../config/config.ts';
import {
  connections,
  findConnection,
  findModelSetting,
  isConnectionOf,
  nameServerSetting,
  serverProtocol,
} from '../config/engines.ts';
import { namePreference, type SavedSettings } from '../data-folder/saved-settings.ts';
import { findVendorPages } from '../engine-roles/providers.ts';
import type { Role } from '../engine-roles/role.ts';
import type { LiveEngines } from '../live-engines.ts';

type Row = SetupAnswer['steps'][number];
type Source = NonNullable<Row['source']>;

/** Which AI does what, and what can be connected. Keys are only hinted at. */
export function describeSetup(engines: LiveEngines, { trials }: SavedSettings): SetupAnswer {
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
export function hideKeys<Said>(said: Said, { given, saved }: Pick<Config, 'given' | 'saved'>): Said {
  const keys = Object.entries({ ...saved, ...given }).flatMap(([name, value]) =>
    isKey(name) ? [value] : [],
  );
  const written = keys.reduce(
    (text, key) => text.replaceAll(JSON.stringify(key).slice(1, -1), hint(key)),
    JSON.stringify(said),
  );
  return JSON.parse(written);
}
