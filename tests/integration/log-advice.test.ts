import { describe, expect, test } from 'vitest';
import { adviseOn } from '#server/http/answer-problem.ts';
import { errorCodes, errorStatuses } from '#shared/errors.ts';
import { findLogCalls, listLogCalls } from '../support/list-log-calls.ts';

test('every log line about a failure has advice', () => {
  const calls = listLogCalls();
  // At least as many as today, so that an empty search fails.
  expect(calls.length).toBeGreaterThan(15);
  expect(calls.filter(each => !each.hasField('advice')).map(({ call }) => call)).toEqual([]);
});

describe('a line without advice is found', () => {
  test.each([
    ['of a log', `log.error({ problem }, 'it broke');`],
    ['of a request', `request.log.warn('it broke');`],
    ['of an object', `this.#parts.log.fatal({ problem: { advice: 'no' } }, 'it broke');`],
    ['by a name in brackets', `log['error']({ problem }, 'it broke');`],
  ])('%s', (_, source) => {
    expect(findLogCalls('a.ts', source).map(each => each.hasField('advice'))).toEqual([false]);
  });

  test('and a line with advice passes', () => {
    const source = `log.info('started'); console.error('no'); log.warn({ fault, advice }, 'it broke');`;
    expect(findLogCalls('a.ts', source).map(each => each.hasField('advice'))).toEqual([true]);
  });
});

test('each failure on our side has advice, and none that a visitor can fix', () => {
  for (const code of errorCodes) {
    const isOurs = errorStatuses[code] >= 500;
    expect(adviseOn(code), code).toEqual(isOurs ? expect.stringMatching(/^[A-Zn/].*\.$/u) : undefined);
  }
});
