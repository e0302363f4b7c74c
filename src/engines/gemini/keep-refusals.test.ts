import { expect, test } from 'vitest';
import { keepRefusals } from './keep-refusals.ts';

function answer(body: string, init: ResponseInit): Promise<Response> {
  return keepRefusals(async () => new Response(body, init))('http://127.0.0.1/');
}

/** github.com/googleapis/googleapis, google/rpc/error_details.proto, in JSON. */
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.5s' };
const busy = {
  error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED', details: [retryInfo] },
};

test('a wait time in the body is copied to the header', async () => {
  const refusal = await answer(JSON.stringify(busy), { status: 429 });
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '2']);
});

test('a wait time in the header is copied to the body', async () => {
  const refusal = await answer('<html>', { status: 503, headers: { 'retry-after': '7' } });
  expect(refusal.headers.get('content-type')).toBe('application/json');
  expect((await refusal.json()).error).toMatchObject({ code: 503, details: [{}, {}, { retryDelay: '7s' }] });
});

test('a success is passed on unchanged', async () => {
  const passed = await answer('data: {}\n\n', { headers: { 'content-type': 'text/event-stream' } });
  expect(await passed.text()).toBe('data: {}\n\n');
});
