import { createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverToken } from '#server/accounts/token-sync.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { type InnerServer, startTestServer } from '../support/start-server.ts';
import { startTokenReceiver, type TokenReceiver } from '../support/token-receiver.ts';

let receiver: TokenReceiver;
let server: InnerServer;
beforeEach(async () => {
  receiver = await startTokenReceiver();
  server = await startTestServer({ environment: { AUTH_TOKEN_SYNC_URL: receiver.url } });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await receiver.close();
});

/** Claims of a token whose signature matches the server's published keys. */
async function readClaims(token: string): Promise<Record<string, unknown>> {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const { keys } = await (await fetch(`${server.url}/api/auth/jwks`)).json();
  const key = createPublicKey({ format: 'jwk', key: keys.find((each: { kid: string }) => each.kid === kid) });
  const isSigned = verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'));
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

test('another server is notified of sign-ins and sign-outs, with verifiable tokens', {
  tags: 'long',
}, async () => {
  receiver.refuseNext(1);
  const person = createAccountClient(server.url);
  await person.signUp(makePerson());
  const { uid } = await (await person.get('/api/me')).json();
  await expect.poll(() => receiver.received).toMatchObject([{ method: 'POST' }]);
  await person.signOut();
  await expect.poll(() => receiver.received).toMatchObject([{ method: 'POST' }, { method: 'DELETE' }]);
  const [begin, end] = await Promise.all(receiver.received.map(({ token }) => readClaims(token)));
  expect(begin).toMatchObject({ sub: uid, iss: `http://localhost:${server.port}`, aud: receiver.url });
  expect(Number(begin?.exp) - Number(begin?.iat)).toBe(300);
  expect(end).toMatchObject({ sub: uid, sid: begin?.sid });
});

test('old events are not sent', async () => {
  const data = { event: 'sign-in', uid: 'x', sessionId: 'y' } as const;
  const at = new Date(Date.now() - 301_000).toISOString();
  const sign = async () => 'token';
  await deliverToken({ url: receiver.url, maxAgeSeconds: 300 }, sign, { data: { ...data, at } });
  expect(receiver.received).toEqual([]);
  await deliverToken({ url: receiver.url, maxAgeSeconds: 400 }, sign, { data: { ...data, at } });
  expect(receiver.received).toEqual([{ method: 'POST', token: 'token' }]);
});
