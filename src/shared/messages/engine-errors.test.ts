import { expect, test } from 'vitest';
import { engineMessages } from './engine-errors.ts';

test('visitors read no names of settings', () => {
  for (const { english } of Object.values(engineMessages)) expect(english).not.toMatch(/[A-Z]{2,}_[A-Z]/u);
});
