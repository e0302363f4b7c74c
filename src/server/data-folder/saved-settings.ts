import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { lastTrialSchema, type SetupStep, setupSteps } from '#shared/api/setup.ts';
import { type Config, readEngineConfig } from '../config/config.ts';
import { engineSettings, findConnection, listConnections } from '../config/engines.ts';
import { findErrorCode, StartError } from './explain-folder.ts';
import { writeWhole } from './open-data-folder.ts';

const version = 1;

const savedSchema = z.object({
  version: z.literal(version),
  values: z.record(z.string(), z.string()).default({}),
  /** Models whose download goes on after a restart. */
  downloads: z.array(z.string()).default([]),
  trials: z.partialRecord(z.enum(setupSteps), lastTrialSchema).default({}).catch({}),
});

export type SavedSettings = Readonly<z.output<typeof savedSchema>>;

const none: SavedSettings = { version, values: {}, downloads: [], trials: {} };

export function findSettingsPath(dataDir: string): string {
  return join(dataDir, 'settings.json');
}

/**
 * What the set-up page saved: nothing before the first time.
 * @throws StartError for a file that is damaged or of a newer version, so that it is not overwritten
 */
export function readSavedSettings(config: Pick<Config, 'dataDir' | 'databaseUrl'>): SavedSettings {
  // Processes that share a database have folders of their own, and would differ.
  if (config.databaseUrl !== undefined) return none;
  const path = findSettingsPath(config.dataDir);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (findErrorCode(error) === 'ENOENT') return none;
    throw error;
  }
  const read = savedSchema.safeParse(parse(text));
  if (read.success) return read.data;
  const isNewer = z.object({ version: z.number().gt(version) }).safeParse(parse(text)).success;
  throw new StartError(
    isNewer
      ? `${path} was written by a newer Benshi. Start that one, or move the file away and set up the AI again.`
      : `${path} cannot be read. Correct it, or move it away and set up the AI again.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The file of saved settings, for the one process that has locked the data folder. */
export class SettingsFile {
  readonly #path: string;
  #saved: SavedSettings;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, saved: SavedSettings) {
    this.#path = findSettingsPath(dataDir);
    this.#saved = saved;
  }

  get saved(): SavedSettings {
    return this.#saved;
  }

  /** Changes follow one another. The old file stays whole until the new one is on the disk. */
  async change(edit: (saved: SavedSettings) => SavedSettings): Promise<void> {
    const changed = this.#last.then(async () => {
      const next = edit(this.#saved);
      await writeWhole(this.#path, `${JSON.stringify(next, undefined, 2)}\n`);
      this.#saved = next;
    });
    this.#last = changed.catch(() => undefined);
    await changed;
  }
}

type Values = Readonly<Record<string, string>>;

export const namePreference = (step: SetupStep): string => `${step.toUpperCase()}_PROVIDER`;

/** Whether the page may set it: what connects an AI, its models, and who is preferred. */
export function isSettable(name: string): boolean {
  const isPreference = setupSteps.some(step => namePreference(step) === name);
  const isOfEngine = findConnection(name) !== undefined || /_(?:MODEL|DEPLOYMENT)$/u.test(name);
  return isPreference || (isOfEngine && Object.hasOwn(engineSettings, name));
}

/**
 * Saved settings as they take effect: the environment wins. A connection that it sets in part keeps none of the
 * page's values, so that a key of one never goes to an address of the other.
 */
export function withoutOverruled(values: Values, given: Values): Values {
  const connections = new Set(Object.keys(given).flatMap(name => listConnections(name, given)));
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const isOverruled = name in given || listConnections(name, values).some(each => connections.has(each));
      return isSettable(name) && !isOverruled;
    }),
  );
}

/**
 * A configuration with the saved settings under the environment's.
 * @throws ConfigError
 */
export function withSaved(config: Config, { values }: Pick<SavedSettings, 'values'>): Config {
  const effective = withoutOverruled(values, config.given);
  const preferred: Partial<Record<SetupStep, string>> = {};
  const settings: Record<string, string> = { ...config.given };
  for (const [name, value] of Object.entries(effective)) {
    const step = setupSteps.find(each => namePreference(each) === name);
    if (step) preferred[step] = value;
    else settings[name] = value;
  }
  return { ...config, ...readEngineConfig(settings), saved: effective, preferred };
}

/** For a command, which reads the file itself. @throws StartError, ConfigError */
export function withSavedFile(config: Config): Config {
  return withSaved(config, readSavedSettings(config));
}

/** The saved values after a change. A new key or address replaces all of its connection: other addresses, steps' own, models. */
export function changeValues(values: Values, changes: Readonly<Record<string, string | null>>): Values {
  const replaced = Object.keys(changes).flatMap(name => findConnection(name) ?? []);
  const isReplaced = (name: string) =>
    name in changes || replaced.some(connection => name.startsWith(`${connection}_`));
  const kept = Object.entries(values).filter(([name]) => !isReplaced(name));
  const set = Object.entries(changes).filter((change): change is [string, string] => change[1] !== null);
  return Object.fromEntries([...kept, ...set]);
}
