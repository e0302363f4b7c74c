import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settings } from '#server/config/config.ts';
import { testSecret } from '../support/start-server.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<'web' | 'worker' | 'postgres', Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** As Compose reads it: each `${NAME:?…}` must be given. */
function readCompose(given: Readonly<Record<string, string>>): Compose {
  const text = read('compose.yaml').replaceAll(/\$\{(\w+):\?[^}]*\}/gu, (_all, name: string) => {
    const value = given[name];
    if (value === undefined) throw new Error(`${name} is not given.`);
    return value;
  });
  return parse(text, { merge: true });
}

const given = {
  PUBLIC_URL: 'https://narrate.example.org',
  POSTGRES_PASSWORD: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  AUTH_SECRET: testSecret,
};

test('the Dockerfile has no mistake that a linter finds', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
  // The linter does look.
  expect(validate('FROM node\nCOPI . .\n')).not.toEqual([]);
});

test('the image holds no file that git would not hold, and runs without rights', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored.find(line => line !== '' && !line.startsWith('#'))).toBe('*');
  const steps = read('Dockerfile').split('\n');
  expect(steps.findLast(line => /^(?:USER|RUN) /u.test(line))).toBe('USER node');
  const installs = steps.filter(line => /^RUN .*npm ci/u.test(line));
  expect(installs).not.toEqual([]);
  expect(installs.filter(line => !line.includes('--ignore-scripts'))).toEqual([]);
});

test.each(['web', 'worker'] as const)(
  'the server takes the settings that compose.yaml gives its %s',
  role => {
    const { environment } = readCompose(given).services[role];
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(environment)));
    const config = readConfig({ NODE_ENV: 'production', ...environment });
    expect(config).toMatchObject({ role, publicUrl: 'https://narrate.example.org', dataDir: '/data' });
    expect(new URL(config.databaseUrl ?? '').hostname).toBe('postgres');
  },
);

test('compose.yaml starts nothing before its database answers, and shares no data folder', () => {
  const { services, volumes } = readCompose(given);
  const { web, worker, postgres } = services;
  for (const service of [web, worker])
    expect(service.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck?.test?.join(' ')).toContain('pg_isready');
  expect(worker.healthcheck).toEqual({ disable: true });
  const named = [web, worker, postgres].flatMap(service =>
    service.volumes.map(each => each.split(':', 1)[0]),
  );
  expect(new Set(named).size).toBe(3);
  expect(Object.keys(volumes).sort()).toEqual([...named].sort());
  // Nobody reaches the server around the proxy, or the database at all.
  expect(web.ports).toEqual(['127.0.0.1:3000:3000']);
  expect([worker.ports, postgres.ports]).toEqual([undefined, undefined]);
});

test('without its three secrets compose.yaml starts nothing', () => {
  for (const name of Object.keys(given)) {
    const others = Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));
    expect(() => readCompose(others)).toThrow(name);
  }
});
