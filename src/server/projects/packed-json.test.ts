import { inflateSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Reply, Request } from '../http/app-types.ts';
import { packJson, sendPacked, unpackText } from './packed-json.ts';

const documents = [
  '{}',
  '{"text":"\\u0000 😀 \\ud800"}',
  JSON.stringify({ text: 'Ein Boot fährt. '.repeat(20_000) }),
];

async function ask(packed: Uint8Array, rest: object, encoding: string | undefined) {
  const app = Fastify();
  app.get('/', (request, reply) =>
    sendPacked(request as unknown as Request, reply as unknown as Reply, ['document', packed], rest),
  );
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
  return await app.inject({ url: '/', headers });
}

test.each(documents)(
  'what is packed is unpacked as it was, and so is what an older version stored (%#)',
  async json => {
    expect(await unpackText(packJson(json))).toBe(json);
    expect(await unpackText(Buffer.from(json))).toBe(json);
  },
);

test.each(documents)(
  'an answer contains it compressed for clients that take that, and as it is for others (%#)',
  async json => {
    for (const rest of [
      { revision: 7 },
      { comments: 'x'.repeat(65_535) },
      { comments: 'é'.repeat(200_000) },
    ]) {
      const whole = { document: JSON.parse(json), ...rest };
      for (const encoding of ['gzip, deflate, br', 'deflate;q=0.5', 'gzip;q=1.0,deflate']) {
        const answer = await ask(packJson(json), rest, encoding);
        expect(answer.headers).toMatchObject({ 'content-encoding': 'deflate', vary: 'accept-encoding' });
        // Fails for a wrong sum, too.
        expect(JSON.parse(inflateSync(answer.rawPayload).toString())).toEqual(whole);
      }
      for (const encoding of [
        undefined,
        'gzip, br',
        'identity',
        'deflate;q=0',
        'gzip, deflate; q=0.0 , br',
      ]) {
        const answer = await ask(packJson(json), rest, encoding);
        expect([answer.headers['content-encoding'], answer.json()]).toEqual([undefined, whole]);
      }
      expect((await ask(Buffer.from(json), rest, 'deflate')).json()).toEqual(whole);
    }
  },
);
