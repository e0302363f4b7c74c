import { expect, test } from 'vitest';
import { checkPassword, passwordRequirementIds, passwordRequirements } from './password-policy.ts';

test.each([
  ['1234567', ['least']],
  ['12345678', []],
  ['a'.repeat(128), []],
  ['a'.repeat(129), ['most']],
  ['🦉'.repeat(7), ['least']],
  ['correct horse battery staple and sixty-four characters in the end', []],
  ['', ['least']],
])('%s lacks %j', (password, missing) => {
  expect(checkPassword(password)).toEqual(missing);
});

test('a common password is refused whatever its length', () => {
  expect(checkPassword('password1', password => password === 'password1')).toEqual(['uncommon']);
});

test('every requirement has a sentence', () => {
  expect(passwordRequirements.map(({ id }) => id)).toEqual([...passwordRequirementIds]);
});
