import { expect, test } from 'vitest';
import { readShownOutputs, runScenario, scenarios } from '../support/doctor-scenarios.ts';

const shown = readShownOutputs();

/** Times differ from run to run, and lines may break elsewhere for that. */
function withoutTimes(said: string): string {
  return said.replaceAll(/\s+/gu, ' ').replaceAll(/\(\d+\.\d s/gu, '(some time');
}

test('the guide shows what the doctor says in each of these cases, and no other', () => {
  expect([...shown.keys()].sort()).toEqual(Object.keys(scenarios).sort());
});

test.each(Object.keys(scenarios))('what the guide shows of "%s" is what the doctor says now', async name => {
  expect(withoutTimes(await runScenario(name))).toBe(withoutTimes(shown.get(name) ?? ''));
});
