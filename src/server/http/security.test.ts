import { expect, test } from 'vitest';
import { isForOthers } from './security.ts';

const here = { host: '127.0.0.1', publicUrl: undefined, trustedProxies: [] };

test.each([
  ['this machine, by default', here, false],
  ['this machine, by its IPv6 address', { ...here, host: '::1' }, false],
  ['this machine, by its name', { ...here, host: 'localhost', publicUrl: 'http://localhost:3000' }, false],
  ['others, by a public address', { ...here, publicUrl: 'https://narrate.example.org' }, true],
  ['others, through a proxy', { ...here, trustedProxies: ['127.0.0.1'] }, true],
  ['others, in their network', { ...here, host: '0.0.0.0' }, true],
  ['others, in a container', { ...here, host: '0.0.0.0', publicUrl: 'http://localhost:3000' }, true],
])('a server is reached by %s', (_, config, isReached) => {
  expect(isForOthers(config)).toBe(isReached);
});
