import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { countDaysLeft, describeEnd, endWarningDays } from './model-end.ts';

const today = new Date('2026-11-22T23:30:00Z');
const ending = (endsOn?: string) => ({ kind: 'ready', model: 'luna', found: 'named', endsOn }) as const;

test.each([
  ['2026-11-22', 'luna will be retired on 2026-11-22, today.'],
  ['2026-11-23', 'luna will be retired on 2026-11-23, tomorrow.'],
  ['2027-01-06', 'luna will be retired on 2027-01-06, in 45 days.'],
  ['2027-01-21', 'luna will be retired on 2027-01-21, in 60 days.'],
  ['2027-01-22', undefined],
  ['2026-11-21', 'luna was retired on 2026-11-21.'],
  ['some day', undefined],
  [undefined, undefined],
])('for a model whose last day is %s: %s', (endsOn, expected) => {
  expect(describeEnd(ending(endsOn), today)).toBe(expected);
});

test('nothing is shown for a model whose provider was not asked', () => {
  expect(describeEnd(undefined, today)).toBeUndefined();
  expect(
    describeEnd({ kind: 'unreached', error: new CodedError('provider_unavailable') }, today),
  ).toBeUndefined();
});

test('warns within 60 days, counted by calendar days', () => {
  expect(endWarningDays).toBe(60);
  expect(countDaysLeft('2026-11-23', today)).toBe(1);
  expect(countDaysLeft('2026-11-20', today)).toBe(-2);
});
