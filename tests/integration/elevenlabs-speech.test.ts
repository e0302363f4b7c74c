// @module-tag long
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import type { AccountClient } from '../support/account-client.ts';
import { brokenAnswers, pauseInTheMiddle } from '../support/broken-answers.ts';
import { dropTag } from '../support/decode-sound.ts';
import { defaultVoices } from '../support/elevenlabs-bodies.ts';
import { testKey } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeSpeechForm, startServerForPremium } from '../support/premium-account.ts';
import type { InnerServer } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

let standIn: ElevenLabsStandIn;
let mailServer: MailServer;
let server: InnerServer;
let person: AccountClient;

const script = 'A lighthouse keeper counts the waves until the morning comes.';

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
  mailServer = await startMailServer();
});
beforeEach(async () => {
  standIn.reset();
  ({ server, person } = await startServerForPremium(mailServer, {
    ELEVENLABS_API_KEY: testKey,
    ELEVENLABS_BASE_URL: standIn.baseUrl,
  }));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  const log = server.logged.join('\n');
  for (const secret of [testKey, 'lighthouse', 'Terms of Service', 'credits'])
    expect(log).not.toContain(secret);
});
afterAll(async () => {
  await mailServer.close();
  await standIn.close();
});

function speak(voice: string): Promise<Response> {
  return person.postForm('/convert_to_voice', makeSpeechForm({ script, voice, language: 'English' }));
}

test('the first sound reaches the client before the rest is spoken', {
  tags: 'long',
}, async () => {
  const events: string[] = [];
  const heard = Promise.withResolvers<void>();
  const spokeRest = heard.promise.then(() => {
    events.push('the provider speaks the rest');
  });
  standIn.next('speech', pauseInTheMiddle(spokeRest));
  const answer = await speak('Rachel');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    if (bytes === 0) events.push('the client receives the start');
    bytes += piece.byteLength;
    heard.resolve();
  }
  expect(events).toEqual(['the client receives the start', 'the provider speaks the rest']);
  expect(bytes).toBeGreaterThan(10_000);
});

test("the client gets the provider's sound unchanged, after a tag", async () => {
  const sent = Promise.withResolvers<Buffer>();
  standIn.next('speech', ({ response, normal }) => {
    sent.resolve(normal.body);
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.end(normal.body);
  });
  const heard = await (await speak('Adam')).bytes();
  expect(dropTag(Buffer.from(heard)).equals(dropTag(await sent.promise))).toBe(true);
});

testRows(
  [
    ['fable', 'Will'],
    ['alloy', 'River'],
    ['onyx', 'Brian'],
    ['nova', 'Jessica'],
    ['shimmer', 'Sarah'],
  ],
  ([voice]) => voice === 'fable',
)('without another provider the standard voice %s is spoken by %s', async (voice, name) => {
  const answer = await speak(voice);
  expect([answer.status, (await answer.bytes()).length > 1000]).toEqual([200, true]);
  const id = defaultVoices.find(each => each.name.startsWith(name))?.id;
  expect(standIn.requests.at(-1)?.path).toBe(`/v1/text-to-speech/${id}/stream`);
});

test('a missing standard voice is replaced by a second one, or reported', async () => {
  standIn.setAccount({ voices: [{ id: 'aria', name: 'Aria - Expressive' }] });
  expect((await speak('nova')).status).toBe(200);
  expect(standIn.requests.at(-1)?.path).toBe('/v1/text-to-speech/aria/stream');
  const answer = await speak('onyx');
  expect(answer.status).toBe(503);
  expect((await answer.json()).error.message).toBe(t(engineMessages.voiceMissing, { voice: 'onyx' }));
  expect(server.logged.join('')).toContain(
    'Add the voice Brian or Sawyer or Roger or Darian to the ElevenLabs account.',
  );
});

test('the page gets ElevenLabs and its languages', async () => {
  const { engines } = await (await person.get('/api/voices')).json();
  // This stand-in has a local address, which is not shown.
  expect(engines.premium).toMatchObject({ name: 'our own AI server', isOffline: false, borrowedVoices: [] });
  expect(engines.premium.languages).toHaveLength(56);
  expect(engines.standard).toMatchObject({ id: 'elevenlabs', differentVoices: 5, unsharedVoices: 5 });
  expect(engines.premium).toMatchObject({ differentVoices: 41, unsharedVoices: 41 });
});

testRows(
  [
    ['no credit left', elevenLabsRefusals.quota, 503, null],
    ['a wrong key', elevenLabsRefusals.invalidKey, 503, null],
    ['too much at once', elevenLabsRefusals.systemBusyForAnHour, 503, '3600'],
    ['a refusal of the text', elevenLabsRefusals.contentPolicy, 422, null],
    ['a field of the request repeated', elevenLabsRefusals.invalidFields, 503, null],
    ['a web page in place of sound', brokenAnswers.html, 502, null],
  ],
  ([what]) => what === 'a wrong key',
)('%s is reported with a sentence', async (_, behaviour, status, retryAfter) => {
  standIn.always('speech', behaviour);
  const answer = await speak('Rachel');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
  expect((await answer.json()).error.message).toMatch(/^\p{Lu}.+\.$/u);
});
