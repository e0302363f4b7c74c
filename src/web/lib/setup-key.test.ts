import { expect, test } from 'vitest';
import { getSetupHeaders, keepSetupKey } from './setup-key.ts';

test.each([
  ['the link of the terminal', ' https://example.org/setup#key=n9a5fs0S0o1 \n'],
  ['what follows its address', '#key=n9a5fs0S0o1'],
  ['the key alone', 'n9a5fs0S0o1'],
])('%s gives the key, where the browser keeps nothing', (_, text) => {
  keepSetupKey(text);
  expect(getSetupHeaders()).toEqual({ 'x-setup-key': 'n9a5fs0S0o1' });
});

test.each(['', 'https://example.org/setup#', '#key=', 'clé', 'two words'])(
  '%j, which no header can carry, is not sent',
  text => {
    keepSetupKey(text);
    expect(getSetupHeaders()).toEqual({});
  },
);
