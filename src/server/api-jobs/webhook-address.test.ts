import { createServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createPublicAgent, isPublicAddress, requireWebhookUrl } from './webhook-address.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fd12::1',
  'ff02::1',
  '2001::1',
  '2002:7f00:1::',
  'localhost',
])('%s is not public', address => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', address => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'http://example.org/',
  'ftp://example.org/',
  'https://ada:secret@example.org/',
  'example.org',
])('a webhook at %s is refused', url => {
  expect(() => requireWebhookUrl(url, [])).toThrow(expect.objectContaining({ code: 'bad_request' }));
});

test('a webhook may be at a public address, or at a host of the operator', () => {
  expect(requireWebhookUrl('https://example.org:8443/hook', []).hostname).toBe('example.org');
  expect(requireWebhookUrl('http://localhost:9000/', ['localhost']).port).toBe('9000');
});

test('a name that leads to a private address at the second question is not connected to', async () => {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const answers = ['203.0.114.1', '127.0.0.1'];
  const rebind: LookupFunction = (_, __, done) =>
    done(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
  rebind('rebound.example', {}, () => undefined);
  const call = (hosts: string[]) =>
    request(`http://rebound.example:${port}/`, { dispatcher: createPublicAgent(hosts, 1000, rebind) });
  await expect(call([])).rejects.toThrow('not public');
  expect(calls).toBe(0);
  expect((await call(['rebound.example'])).statusCode).toBe(200);
  server.close();
});
