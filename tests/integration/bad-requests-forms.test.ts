import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import { createBadClient, expectProblem, prompt, secret, video } from '../support/bad-requests.ts';
import { formType, makeRawForm } from '../support/raw-form.ts';
import { makeHead, type RawAnswer, sendRaw } from '../support/raw-request.ts';

const client = createBadClient();

describe('a broken form', () => {
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
      'a compressed body',
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
});
