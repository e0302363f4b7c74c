import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type KokoroStandIn, startKokoroStandIn } from '../support/kokoro-stand-in.ts';

/** What our stand-in shares with the true server, so that tests of the product may rely on it. */
let standIn: KokoroStandIn;

beforeAll(async () => {
  standIn = await startKokoroStandIn();
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

function speak(body: object): Promise<Response> {
  return fetch(`${standIn.baseUrl}/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'kokoro', input: 'A dog runs over the lawn.', ...body }),
  });
}

test('voices are a list of objects, and of strings before 0.4', async () => {
  const list = async () => (await (await fetch(`${standIn.baseUrl}/audio/voices`)).json()).voices;
  expect((await list()).slice(0, 1)).toEqual([{ id: 'af_alloy', name: 'af_alloy' }]);
  expect(await list()).toHaveLength(68);
  standIn.setUp({ version: '0.3.0' });
  expect((await list()).slice(0, 1)).toEqual(['af_alloy']);
  expect(await list()).toHaveLength(67);
});

test('a language that it does not know is answered with 200 and nothing', async () => {
  const answer = await speak({ voice: 'bf_isabella', lang_code: 'de' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  expect((await answer.bytes()).length).toBe(0);
});

test('a sentence that fails is left out, and nothing says so', async () => {
  const whole = (await (await speak({ input: 'A dog runs. A cat sleeps well.' })).bytes()).length;
  standIn.setUp({ unspeakable: /cat/u });
  const answer = await speak({ input: 'A dog runs. A cat sleeps well.' });
  expect(answer.status).toBe(200);
  expect((await answer.bytes()).length).toBeLessThan(whole);
});

test('a voice that is not there is refused with the list of those that are', async () => {
  standIn.setUp({ version: '0.3.0' });
  const answer = await speak({ voice: 'nova' });
  expect(answer.status).toBe(400);
  expect((await answer.json()).detail.message).toMatch(
    /^Voice 'bf_isabella' not found\. Available voices: af_/u,
  );
});
