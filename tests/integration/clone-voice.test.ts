import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownVoiceSchema } from '#shared/api/voices.ts';
import { maxVoiceSampleBytes } from '#shared/limits.ts';
import { cloneMessages } from '#shared/messages/clone-voice.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { t } from '#shared/messages/message.ts';
import { type AccountClient, createAccountClient, makePerson } from '../support/account-client.ts';
import { clonedBody } from '../support/elevenlabs-bodies.ts';
import { testKey } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeSpeechForm, startServerForPremium } from '../support/premium-account.ts';
import type { InnerServer } from '../support/start-server.ts';

let standIn: ElevenLabsStandIn;
let mailServer: MailServer;
let server: InnerServer;
let person: AccountClient;

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
  mailServer = await startMailServer();
  ({ server, person } = await startServerForPremium(mailServer, {
    ELEVENLABS_API_KEY: testKey,
    ELEVENLABS_BASE_URL: standIn.baseUrl,
  }));
});
beforeEach(() => standIn.reset());
afterEach(() => {
  expect(server.listTemporaryFiles()).toEqual([]);
  const log = server.logged.join('\n');
  for (const secret of [testKey, 'Grandpa', 'my permission']) expect(log).not.toContain(secret);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailServer.close();
  await standIn.close();
});

// This stand-in has a local address, which is not shown.
const consent = t(cloneMessages.consent, { provider: 'our own AI server' });
const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2 * 2 ** 20)]);
const wave = Buffer.from('RIFF\u0010\0\0\0WAVEfmt ');

function makeForm(fields: Record<string, string> = {}, samples: readonly Uint8Array<ArrayBuffer>[] = [mp3]) {
  const form = makeSpeechForm({ provider: 'elevenlabs', name: ' Grandpa ', consent, ...fields });
  for (const sample of samples) form.append('sample', new File([sample], 'my permission.bin'));
  return form;
}

const listClones = () => standIn.requests.filter(({ call }) => call === 'clone');

test('a person with the premium plan clones a voice, and speaks with it', async () => {
  const { engines } = await (await person.get('/api/voices')).json();
  expect(engines.premium).toMatchObject({ id: 'elevenlabs', canClone: true });
  let onDisk: readonly string[] | undefined;
  standIn.next('clone', async ({ response, normal }) => {
    onDisk = server.listTemporaryFiles();
    response.writeHead(200, { 'content-type': normal.mediaType });
    response.end(normal.body);
  });
  const answer = await person.postForm('/api/voices/clone', makeForm({}, [mp3, wave]));
  expect(ownVoiceSchema.parse(await answer.json())).toMatchObject({
    voice: `elevenlabs:${clonedBody.voice_id}`,
    name: 'Grandpa',
    isOfAccount: true,
  });
  expect(onDisk).toEqual([]);
  expect(listClones()[0]?.body).toMatchObject({
    name: 'Grandpa',
    files: { name: 'sample-1.mp3', type: 'audio/mpeg', size: mp3.length },
  });
  expect(server.logged.filter(line => line.includes('a voice was cloned with consent'))).toHaveLength(1);
  standIn.setAccount({ voices: [{ id: clonedBody.voice_id, name: 'Grandpa' }] });
  const asked = { script: 'Hello there.', voice: `elevenlabs:${clonedBody.voice_id}`, language: 'English' };
  expect((await person.postForm('/convert_to_voice', makeSpeechForm(asked))).status).toBe(200);
  expect(standIn.requests.at(-1)?.path).toBe(`/v1/text-to-speech/${clonedBody.voice_id}/stream`);
});

test.each([
  ['without consent', () => makeForm({ consent: '' }), 400, cloneMessages.noConsent],
  ['with another consent', () => makeForm({ consent: 'yes' }), 400, cloneMessages.noConsent],
  ['without a name', () => makeForm({ name: '  ' }), 400, cloneMessages.noName],
  [
    'at a provider that does not clone',
    () => makeForm({ provider: 'offline' }),
    400,
    cloneMessages.notCloned,
  ],
  ['without a recording', () => makeForm({}, []), 400, cloneMessages.noSamples],
  ['from a text', () => makeForm({}, [mp3, Buffer.from('my permission')]), 400, cloneMessages.notSound],
  ['from six recordings', () => makeForm({}, Array(6).fill(wave)), 400, undefined],
  ['from more than 11 MB', () => makeForm({}, [mp3, Buffer.alloc(maxVoiceSampleBytes)]), 413, undefined],
])('a voice is not cloned %s', async (_, make, status, message) => {
  const answer = await person.postForm('/api/voices/clone', make());
  const { error } = await answer.json();
  expect([answer.status, error.key]).toEqual([status, message?.key ?? expect.any(String)]);
  expect(listClones()).toEqual([]);
});

test('only the premium plan clones voices', async () => {
  const visitor = createAccountClient(server.url);
  expect((await visitor.postForm('/api/voices/clone', makeForm())).status).toBe(401);
  await visitor.signUp(makePerson());
  const answer = await visitor.postForm('/api/voices/clone', makeForm());
  expect((await answer.json()).error.key).toBe(cloneMessages.premiumOnly.key);
  expect(answer.status).toBe(403);
  expect(listClones()).toEqual([]);
});

test('an account with as many voices as it may have is reported', async () => {
  standIn.always('clone', elevenLabsRefusals.voiceLimit);
  const answer = await person.postForm('/api/voices/clone', makeForm());
  expect(answer.status).toBe(503);
  expect((await answer.json()).error.message).toBe(t(engineMessages.noMoreVoices));
});

test('an account clones ten voices a day', async () => {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 12)
    statuses.push((await person.postForm('/api/voices/clone', makeForm({}, [wave]))).status);
  // Those of the tests above count.
  expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(429);
});
