import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('..', import.meta.url));

const routesWithQuota = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('guards'))
  .map(name => ({ name, code: readFileSync(server + name, 'utf8') }))
  .filter(({ code }) => /\bisTold: (?:true|false)/u.test(code));

test('some routes have a quota', () => {
  expect(routesWithQuota.length).toBeGreaterThan(3);
});

test.each(routesWithQuota)(
  '$name has a quota and says when a use counts: else each is given back',
  ({ code }) => {
    expect(code).toMatch(/\b(?:use\.spend|spend)\(\)/u);
  },
);
