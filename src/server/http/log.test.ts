import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import { describeForLog } from './log.ts';

const words = 'what a person wrote';

/** Real errors whose messages quote their input. */
const quoting: [string, () => unknown][] = [
  ['a JSON parser', () => JSON.parse(words)],
  ['an invalid argument', () => Buffer.alloc(words as unknown as number)],
  ['a header', () => new Headers().set('x', `${words}\n${words}`)],
  ['an address', () => new Request(words)],
  ['a missing object', () => (undefined as never)[words]],
];

test.each(quoting)('the message of %s is left out; its name and location are logged', (_title, work) => {
  const thrown = catchThrown(work);
  const facts = describeForLog(thrown);
  expect(JSON.stringify(facts)).not.toContain('person');
  expect(facts.name).toBe(thrown.name);
  expect(facts.stack).toContain('log.test.ts');
});

function catchThrown(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Expected an error.');
}

test('lines of a message that look like locations are left out', () => {
  const error = new Error(`${words}\n    at person (file:///home/person.ts:1:1)`);
  expect(JSON.stringify(describeForLog(error))).not.toContain('person');
});

test.each(['name', 'code'])('a %s that is not a plain name is left out', property => {
  const error = Object.assign(new Error('x'), { [property]: words });
  expect(JSON.stringify(describeForLog(error))).not.toContain('person');
});

test('all causes of an error are logged without their messages', () => {
  const inner = Object.assign(new Error(words), { code: 'ENOSPC' });
  const joined = new SuppressedError(inner, new CodedError('storage_full'), words);
  const facts = describeForLog(new AggregateError([joined, inner], words));
  expect(facts.causes).toMatchObject([
    { name: 'SuppressedError', causes: [{ code: 'storage_full' }, { code: 'ENOSPC' }] },
    { code: 'ENOSPC' },
  ]);
  expect(JSON.stringify(facts)).not.toContain('person');
});
