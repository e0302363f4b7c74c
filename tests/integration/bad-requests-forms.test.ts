import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import { createBadClient, expectProblem, prompt, secret, video } from '../support/bad-requests.ts';
import { formType, makeRawForm, type RawPart } from '../support/raw-form.ts';
import { makeHead, type RawAnswer, sendRaw } from '../support/raw-request.ts';

const client = createBadClient();

/** The prompt, with so many headers more. */
function withHeaders(count: number): RawPart {
  return { ...prompt, headers: Array.from({ length: count }, (_, index) => `X-${index}: x`) };
}

/** A good form with something else in one place. */
function spoil(place: RegExp, text: string): Buffer {
  return Buffer.from(makeRawForm([prompt, video]).toString('utf8').replace(place, text));
}

describe('a form that is broken', () => {
  test.each<[string, number, () => Promise<RawAnswer>]>([
    ['JSON instead of a form', 415, () => client.postJson('/create_script', { prompt: secret })],
    [
      'no boundary',
      400,
      () =>
        client.postForm('/create_script', makeRawForm([prompt, video]), {
          'content-type': 'multipart/form-data',
        }),
    ],
    [
      'another boundary',
      400,
      () =>
        client.postForm('/create_script', makeRawForm([prompt, video]), {
          'content-type': 'multipart/form-data; boundary=other',
        }),
    ],
    [
      'a boundary of 5,000 characters',
      400,
      () =>
        client.postForm('/create_script', makeRawForm([prompt]), {
          'content-type': `multipart/form-data; boundary=${'b'.repeat(5000)}`,
        }),
    ],
    ['no closing boundary', 400, () => client.postForm('/create_script', makeRawForm([prompt, video], ''))],
    [
      'a part cut short',
      400,
      () => client.postForm('/create_script', makeRawForm([prompt, video]).subarray(0, 200)),
    ],
    [
      'a part cut short in its headers',
      400,
      () => client.postForm('/create_script', makeRawForm([prompt, video]).subarray(0, 60)),
    ],
    ['an empty body', 400, () => client.postForm('/create_script', '')],
    [
      'length and chunks together',
      400,
      () =>
        sendRaw(
          client.port,
          `${makeHead('/create_script', { cookie: client.cookie, 'content-type': formType, 'content-length': 10, 'transfer-encoding': 'chunked' })}0\r\n\r\n`,
        ),
    ],
    [
      'a packed body',
      415,
      () =>
        client.postForm('/create_script', gzipSync(makeRawForm([prompt, video])), {
          'content-encoding': 'gzip',
        }),
    ],
    [
      '10,000 fields',
      413,
      () =>
        client.postForm(
          '/create_script',
          makeRawForm(Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, content: 'x' }))),
        ),
    ],
    [
      '100 times the same field',
      400,
      () => client.postForm('/create_script', makeRawForm(Array.from({ length: 100 }, () => prompt))),
    ],
    [
      'a part without a name',
      400,
      () => client.postForm('/create_script', makeRawForm([prompt, { content: 'x' }, video])),
    ],
    [
      'a field named __proto__',
      400,
      () =>
        client.postForm('/create_script', makeRawForm([{ name: '__proto__', content: 'x' }, prompt, video])),
    ],
    [
      'a file named __proto__',
      400,
      () =>
        client.postForm(
          '/create_script',
          makeRawForm([{ name: '__proto__', filename: 'x', content: 'x' }, prompt, video]),
        ),
    ],
    [
      'a field named toString',
      400,
      () =>
        client.postForm('/create_script', makeRawForm([{ name: 'toString', content: 'x' }, prompt, video])),
    ],
  ])('%s is answered with %i', async (_title, status, send) => {
    expectProblem(await send(), status);
  });

  const tooMany = /part of the form has too many headers/u;
  const broken = /form is broken/u;
  const lines = Array.from({ length: 3000 }, (_, index) => `X-${index}: x\r\n`).join('');
  test.each<[string, RegExp, Buffer]>([
    ['a field with 100 headers', tooMany, makeRawForm([withHeaders(100), video])],
    ['a file with 3,000 headers before its name', tooMany, spoil(/(?=Content-Disposition.*"video")/u, lines)],
    ['a part with a line that is no header', broken, spoil(/(?<=name="prompt"\r\n)/u, 'X\r\n')],
    ['a part with half a line break', broken, spoil(/(?<=name="prompt"\r\n)/u, 'X: a\rb\r\n')],
    ['a part of another kind', broken, spoil(/form-data(?=; name="prompt")/u, 'attachment')],
    ['a part without a header', broken, spoil(/Content-Disposition: form-data; name="prompt"/u, '')],
  ])('%s is refused as such, not dropped', async (_title, sentence, form) => {
    expectProblem(await client.postForm('/create_script', form), 400, sentence);
  });

  test('20 headers are enough for anybody, in pieces of a byte as well', async () => {
    const form = makeRawForm([withHeaders(18), video]);
    expectProblem(await client.postForm('/create_script', form), 422);
    const chunks = [...form].map(byte => Buffer.from([0x31, 13, 10, byte, 13, 10]));
    const headers = { cookie: client.cookie, 'content-type': formType, 'transfer-encoding': 'chunked' };
    const sent = [Buffer.from(makeHead('/create_script', headers)), ...chunks, Buffer.from('0\r\n\r\n')];
    expectProblem(await sendRaw(client.port, Buffer.concat(sent)), 422);
  });
});
