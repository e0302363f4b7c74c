import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settings } from '#server/config/config.ts';
import { isForOthers } from '#server/http/security.ts';
import { testSecret } from '../support/start-server.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');

interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

const localAi = ['ollama', 'ollama-pull', 'kokoro'] as const;

interface OneMachine {
  readonly services: {
    readonly benshi: Service & { readonly env_file: readonly object[]; readonly read_only: boolean };
  };
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<'web' | 'worker' | 'postgres' | (typeof localAi)[number], Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** `compose.postgres.yaml` as Compose reads it: `${NAME:?…}` is required, `${NAME:-…}` has a default. */
function readCompose(given: Readonly<Record<string, string>>): Compose {
  const text = read('compose.postgres.yaml')
    .replaceAll(/\$\{(\w+):\?[^}]*\}/gu, (_all, name: string) => {
      const value = given[name];
      if (value === undefined) throw new Error(`${name} is not given.`);
      return value;
    })
    .replaceAll(/\$\{(\w+):-([^}]*)\}/gu, (_all, name: string, usual: string) => given[name] ?? usual);
  return parse(text, { merge: true });
}

/** The .env lines that the comment at the top of compose.postgres.yaml advises for a profile. */
function readAdvice(profile: string): Readonly<Record<string, string>> {
  const comment = read('compose.postgres.yaml').split('\nx-benshi', 1)[0] ?? '';
  const block = comment.split('\n#\n').find(each => each.includes(`COMPOSE_PROFILES=${profile}`)) ?? '';
  return Object.fromEntries(
    [...block.matchAll(/^# {3}(\w+)=(\S+)/gmu)].map(([, name, value]) => [name, value]),
  );
}

const given = {
  PUBLIC_URL: 'https://narrate.example.org',
  POSTGRES_PASSWORD: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  AUTH_SECRET: testSecret,
};

test('the Dockerfile has no lint error', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
  // The linter works.
  expect(validate('FROM node\nCOPI . .\n')).not.toEqual([]);
});

test('the image contains only files that git tracks, and runs unprivileged', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored.find(line => line !== '' && !line.startsWith('#'))).toBe('*');
  const steps = read('Dockerfile').split('\n');
  expect(steps.findLast(line => /^(?:USER|RUN) /u.test(line))).toBe('USER node');
  const installs = steps.filter(line => /^RUN .*npm ci/u.test(line));
  expect(installs).not.toEqual([]);
  expect(installs.filter(line => !line.includes('--ignore-scripts'))).toEqual([]);
});

describe('compose.yaml', () => {
  const { services, volumes }: OneMachine = parse(read('compose.yaml'));
  const { benshi } = services;
  const config = readConfig({ NODE_ENV: 'production', ...benshi.environment });

  test('starts one server with its own database, and needs no .env', () => {
    expect(read('compose.yaml')).not.toContain('$');
    expect(Object.keys(services)).toEqual(['benshi']);
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(benshi.environment)));
    expect(config).toMatchObject({ role: 'all', databaseUrl: undefined, publicUrl: undefined, port: 3000 });
    expect(benshi.env_file).toEqual([{ path: '.env', required: false }]);
  });

  test('lets this machine in only, and asks for the key there: to the container it is another', () => {
    expect(benshi.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(isForOthers(config)).toBe(true);
  });

  test('keeps data and models in volumes that its user may write to; all else is read-only', () => {
    expect(benshi.volumes).toEqual([`data:${config.dataDir}`, `models:${config.modelsFolder}`]);
    expect(Object.keys(volumes)).toEqual(['data', 'models']);
    expect(benshi).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    const made = /^RUN mkdir --mode=0700 (.+) && chown node:node (.+)$/mu.exec(read('Dockerfile'));
    expect(made?.slice(1)).toEqual(Array(2).fill(`${config.dataDir} ${config.modelsFolder}`));
  });

  test('has the health check of the image', () => {
    expect(benshi.healthcheck).toBeUndefined();
    expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*\/healthz/mu);
  });
});

test.each(['web', 'worker'] as const)(
  'the server accepts the settings that compose.postgres.yaml gives its %s',
  role => {
    const { environment } = readCompose(given).services[role];
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(environment)));
    const config = readConfig({ NODE_ENV: 'production', ...environment });
    expect(config).toMatchObject({ role, publicUrl: 'https://narrate.example.org', dataDir: '/data' });
    expect(new URL(config.databaseUrl ?? '').hostname).toBe('postgres');
  },
);

test('compose.postgres.yaml starts the server after its database, and shares no data folder', () => {
  const { services, volumes } = readCompose(given);
  const { web, worker, postgres } = services;
  for (const service of [web, worker])
    expect(service.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck?.test?.join(' ')).toContain('pg_isready');
  expect(worker.healthcheck).toEqual({ disable: true });
  const named = [web, worker, postgres].flatMap(service =>
    service.volumes?.map(each => each.split(':', 1)[0]),
  );
  expect(new Set(named).size).toBe(3);
  expect(Object.keys(volumes).sort()).toEqual([...named, 'ollama-models'].sort());
  // Only the proxy reaches the server, and nobody outside the database.
  expect(web.ports).toEqual(['127.0.0.1:3000:3000']);
  expect([worker.ports, postgres.ports]).toEqual([undefined, undefined]);
});

test('without its three secrets compose.postgres.yaml starts nothing', () => {
  for (const name of Object.keys(given)) {
    const others = Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));
    expect(() => readCompose(others)).toThrow(name);
  }
});

test('a bundled AI starts only with its profile, in pinned versions, unreachable from outside', () => {
  const { services } = readCompose(given);
  for (const name of localAi) {
    const { profiles, image, ports } = services[name];
    expect(profiles).toEqual(['local-ai']);
    expect(image).toMatch(/:v?\d+\.\d+\.\d+$/u);
    expect(ports).toBeUndefined();
  }
  for (const name of ['web', 'worker', 'postgres'] as const) {
    expect(services[name].profiles).toBeUndefined();
    // It is absent without the profile, and no start waits for a model download.
    expect(Object.keys(services[name].depends_on ?? {})).not.toEqual(expect.arrayContaining([...localAi]));
  }
});

test('a bundled AI has a health check, and logs no texts', () => {
  const { ollama, kokoro, 'ollama-pull': pull } = readCompose(given).services;
  // Its image has no curl.
  expect(ollama.healthcheck?.test).toEqual(['CMD', 'ollama', 'list']);
  expect(kokoro.healthcheck?.test?.at(-1)).toBe('http://127.0.0.1:8880/health');
  expect(kokoro.environment.API_LOG_LEVEL).toBe('WARNING');
  expect(ollama.environment.OLLAMA_NO_CLOUD).toBe('1');
  expect(pull.depends_on).toEqual({ ollama: { condition: 'service_healthy' } });
  expect(pull.command).toEqual(['pull', 'gemma4:e4b']);
  expect(new URL(pull.environment.OLLAMA_HOST ?? '').host).toBe('ollama:11434');
  expect(readCompose({ ...given, LOCAL_AI_MODEL: 'other:1b' }).services['ollama-pull'].command).toEqual([
    'pull',
    'other:1b',
  ]);
});

test('the .env lines in compose.postgres.yaml connect the server to a bundled AI', () => {
  const advice = readAdvice('local-ai');
  const { services } = readCompose({ ...given, ...advice });
  const config = readConfig({ NODE_ENV: 'production', ...services.web.environment, ...advice });
  const servers = [config.openAi.vision, config.openAi.script, config.openAi.speech];
  expect(servers.map(({ baseUrl }) => baseUrl)).toEqual([
    'http://ollama:11434/v1',
    'http://ollama:11434/v1',
    'http://kokoro:8880/v1',
  ]);
  for (const { baseUrl } of servers) expect(services).toHaveProperty(new URL(baseUrl ?? '').hostname);
  expect(services['ollama-pull'].command).toEqual(['pull', advice.LOCAL_AI_MODEL]);
});
