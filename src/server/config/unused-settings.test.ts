import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig, settings, toConfig } from './config.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));

test('every documented variable is part of the configuration', () => {
  const read = new Set<string>();
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, { schema }]) => [name, schema.safeParse(undefined).data]),
  );
  // Dependent variables are read only with these set.
  values.AUTH_TOKEN_SYNC_URL = 'https://other.example.org/session';
  values.OIDC_ISSUER = 'https://auth.example.org';
  const watched = new Proxy(values, {
    get(target, name) {
      read.add(String(name));
      return target[String(name)];
    },
  });
  toConfig(watched as Parameters<typeof toConfig>[0]);
  expect(Object.keys(settings).filter(name => !read.has(name))).toEqual([]);
});

test('every setting is used by the server, engines or command line', () => {
  const code = ['server', 'engines', 'cli']
    .flatMap(folder => listFiles(join(source, folder)))
    .filter(file => !file.includes('/server/config/') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n');
  const unused = listNames(readConfig({})).filter(name => !new RegExp(`\\b${name}\\b`, 'u').test(code));
  expect(unused).toEqual([]);
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name));
}

/** The names of all values, including nested ones. */
function listNames(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [name, ...listNames(value)]
      : [name],
  );
}
