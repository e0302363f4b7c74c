import { expect, test } from 'vitest';
import type { DescribedEngine, Readiness } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { checkRoles, type EngineRoles } from './choose-engines.ts';
import { Role } from './engine-roles/role.ts';
import { createLog } from './http/log.ts';

const ready: Readiness = { kind: 'ready', model: 'm-1', found: 'named by a setting' };

function createEngine(name: string, readiness?: Readiness): DescribedEngine {
  return {
    provider: { name, isOffline: name === 'offline' },
    model: undefined,
    ...(readiness && { checkReadiness: async () => readiness }),
  };
}

/** Checks four roles with the same engines, as at the start. Returns what was logged about one of them. */
async function checkWith(engines: readonly [DescribedEngine, ...DescribedEngine[]]) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ write: line => lines.push(JSON.parse(line)) });
  const [first, ...rest] = engines.map(engine => ({ id: engine.provider.name, engine }));
  if (!first) throw new TypeError('Nobody is there.');
  const role = () => new Role([first, ...rest]);
  const roles = { vision: role(), script: role(), speech: { standard: role(), premium: role() } };
  // Only speech roles differ by language, which does not matter here.
  const check = checkRoles(roles as unknown as EngineRoles, log);
  await check.done;
  return lines.filter(({ work }) => work === 'writing');
}

test('logs the ready engine, its model and how it was found', async () => {
  expect(await checkWith([createEngine('Anna', ready)])).toMatchObject([
    { level: 30, provider: 'Anna', model: 'm-1', found: 'named by a setting' },
  ]);
});

test('warns with the reason when another engine than the preferred one is used', async () => {
  const error = new CodedError('provider_unavailable', {
    message: 'It sees no pictures.',
    operatorMessage: 'Set another model.',
  });
  const unable: Readiness = { kind: 'unable', error };
  const [line, ...others] = await checkWith([createEngine('Anna', unable), createEngine('offline')]);
  expect(line).toMatchObject({ level: 40, provider: 'offline', reasons: ['Set another model.'] });
  expect(others).toEqual([]);
});

test('warns when no provider answers', async () => {
  const error = new CodedError('provider_unavailable', { message: 'It cannot be reached.' });
  const unreached: Readiness = { kind: 'unreached', error };
  expect(await checkWith([createEngine('Anna', unreached), createEngine('offline')])).toMatchObject([
    { level: 40, provider: 'Anna', reason: 'It cannot be reached.' },
  ]);
});

test('warns of a model that ends soon, not of one that ends in years', async () => {
  const endingOn = (endsOn: string) => createEngine('Anna', { ...ready, endsOn });
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const [, warning] = await checkWith([endingOn(soon)]);
  expect(warning).toMatchObject({ level: 40, warning: `m-1 will be retired on ${soon}, in 20 days.` });
  expect(await checkWith([endingOn('2999-01-01')])).toHaveLength(1);
});

test('logs nothing if no provider needs to be asked', async () => {
  expect(await checkWith([createEngine('offline')])).toEqual([]);
});
