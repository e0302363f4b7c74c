import { describe, expect, test } from 'vitest';
import { adviseOn } from '#server/http/request-failure.ts';
import { errorCodes, errorStatuses } from '#shared/errors.ts';
import { findLogCalls, listLogCalls } from '../support/list-log-calls.ts';

test('every line of the log that tells of a failure says what to do', () => {
  const calls = listLogCalls();
  // As many as there are today, or more: a search that finds nothing proves nothing.
  expect(calls.length).toBeGreaterThan(15);
  expect(calls.filter(each => !each.hasField('advice')).map(({ call }) => call)).toEqual([]);
});

describe('a line without it is found', () => {
  test.each([
    ['of a log', `log.error({ problem }, 'it broke');`],
    ['of a request', `request.log.warn('it broke');`],
    ['of an object', `this.#parts.log.fatal({ problem: { advice: 'no' } }, 'it broke');`],
    ['by a name in brackets', `log['error']({ problem }, 'it broke');`],
  ])('%s', (_, source) => {
    expect(findLogCalls('a.ts', source).map(each => each.hasField('advice'))).toEqual([false]);
  });

  test('and one that has it is let pass', () => {
    const source = `log.info('started'); console.error('no'); log.warn({ fault, advice }, 'it broke');`;
    expect(findLogCalls('a.ts', source).map(each => each.hasField('advice'))).toEqual([true]);
  });
});

test('each failure on our side has its advice, and none that a visitor can mend', () => {
  for (const code of errorCodes) {
    const isOurs = errorStatuses[code] >= 500;
    expect(adviseOn(code), code).toEqual(isOurs ? expect.stringMatching(/^[A-Zn/].*\.$/u) : undefined);
  }
});
