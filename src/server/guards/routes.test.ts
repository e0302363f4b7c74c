import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { App } from '../http/app-types.ts';
import { openToAll } from './guards.ts';
import { Routes } from './routes.ts';

/** An app whose routes need no guards. */
function makeApp() {
  const app = Fastify() as unknown as App;
  return { app, routes: new Routes(app, {} as never) };
}

test('a route registered without guards stops the server from starting', async () => {
  const { app } = makeApp();
  expect(() => app.get('/around', async () => 'nobody asked')).toThrow('/around declares no guards');
  await app.register(async scope => {
    expect(() => scope.route({ method: 'POST', url: '/deep', handler: async () => '' })).toThrow('/deep');
  });
});

test('a route with guards is answered by its handler', async () => {
  const { app, routes } = makeApp();
  routes.add({
    method: 'GET',
    url: '/open',
    schema: {},
    guards: { ...openToAll, atOnce: 'any' },
    handler: async () => 'welcome',
  });
  expect((await app.inject('/open')).body).toBe('welcome');
});
