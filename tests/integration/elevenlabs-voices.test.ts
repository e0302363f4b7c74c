import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#engines/elevenlabs/connect.ts';
import { createVoiceList, type VoiceList } from '#engines/elevenlabs/voices.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { accountVoices, labelledVoices } from '../support/elevenlabs-bodies.ts';
import { createTestSpeech, speakWhole, testKey } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';

let standIn: ElevenLabsStandIn;
let nowMs: number;
let voices: VoiceList;

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
});
beforeEach(() => {
  standIn.reset();
  nowMs = 1000;
  const access = { apiKey: testKey, baseUrl: standIn.baseUrl, maxRetries: 0 };
  const connection = connect(access, { mediaType: /json/u, maxBytes: 2 ** 20 });
  voices = createVoiceList(connection, () => nowMs);
});
afterAll(() => standIn.close());

const never = new AbortController().signal;
const minuteMs = 60_000;

function findId(name: string): Promise<string | undefined> {
  return voices.findId(name, never);
}

function countReadings(): number {
  return standIn.requests.filter(request => request.call === 'voices').length;
}

test('a list of many pages is read completely', async () => {
  standIn.setAccount({ voices: accountVoices, pageSize: 10 });
  expect(await findId('Doubting Thomas')).toBe(accountVoices.at(-1)?.id);
  expect(standIn.requests.map(({ query }) => query.next_page_token)).toEqual([
    undefined,
    '10',
    '20',
    '30',
    '40',
  ]);
});

test('an exact name wins over a prefix', async () => {
  standIn.setAccount({
    voices: [
      { id: 'long', name: 'Adam - Deep, calm narrator' },
      { id: 'lower', name: 'adam' },
      { id: 'exact', name: 'Adam' },
      { id: 'bracket', name: 'Grace (warm)' },
      { id: 'other', name: 'Gracelyn' },
    ],
  });
  expect(await findId('Adam')).toBe('exact');
  expect(await findId('Grace')).toBe('bracket');
  expect(await findId('Gra')).toBeUndefined();
});

test('a clone is no preset, whatever its name', async () => {
  const about = { category: 'cloned', is_owner: true };
  const clone = { id: 'clone', name: 'Adam', about };
  standIn.setAccount({ voices: [clone, { id: 'default', name: 'Adam - Deep, calm narrator' }] });
  expect(await findId('Adam')).toBe('default');
  nowMs += 16 * minuteMs;
  standIn.setAccount({ voices: [clone] });
  expect(await findId('Adam')).toBeUndefined();
});

test('the list is read once for concurrent requests, and cached', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => findId(index % 2 ? 'Rachel' : 'Adam')));
  await findId('Josh');
  expect(countReadings()).toBe(1);
});

test('the list is refreshed after 15 minutes', async () => {
  await findId('Rachel');
  nowMs += 14 * minuteMs;
  await findId('Rachel');
  expect(countReadings()).toBe(1);
  nowMs += 2 * minuteMs;
  standIn.setAccount({ voices: [{ id: 'new', name: 'Rachel' }] });
  expect(await findId('Rachel')).toBe('new');
  expect(countReadings()).toBe(2);
});

test('a list that cannot be refreshed stays in use', async () => {
  const id = await findId('Rachel');
  nowMs += 16 * minuteMs;
  standIn.always('voices', elevenLabsRefusals.server);
  expect(await findId('Rachel')).toBe(id);
});

test('a missing voice refreshes the list, but not at each request', async () => {
  standIn.setAccount({ voices: accountVoices.slice(0, 3) });
  for (let request = 0; request < 5; request += 1) expect(await findId('Rachel')).toBeUndefined();
  expect(countReadings()).toBe(1);
  standIn.setAccount({ voices: accountVoices });
  nowMs += 2 * minuteMs;
  expect(await findId('Rachel')).toBeDefined();
  expect(countReadings()).toBe(2);
});

test('a voice that the provider no longer knows refreshes the list', async () => {
  await findId('Rachel');
  nowMs += 2 * minuteMs;
  voices.forget();
  standIn.setAccount({ voices: [{ id: 'new', name: 'Rachel' }] });
  expect(await findId('Rachel')).toBe('new');
});

test('a client that disconnects does not cancel the list for others', async () => {
  const answering = Promise.withResolvers<void>();
  standIn.next('voices', async ({ response, normal }) => {
    await answering.promise;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(normal.body);
  });
  const leaving = new AbortController();
  const requested = standIn.waitForRequest('voices');
  const left = voices.findId('Rachel', leaving.signal);
  const stays = findId('Rachel');
  await requested;
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'client_closed' });
  answering.resolve();
  expect(await stays).toBeDefined();
  expect(countReadings()).toBe(1);
});

test('when the last client disconnects, the reading is cancelled, and the next one starts again', async () => {
  standIn.next('voices', brokenAnswers.noHeaders);
  const leaving = new AbortController();
  const requested = standIn.waitForRequest('voices');
  const left = voices.findId('Rachel', leaving.signal);
  const request = await requested;
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'client_closed' });
  expect(await request.closed).toMatchObject({ early: true });
  expect(await findId('Rachel')).toBeDefined();
});

test('a voice missing in the account is named, and nothing is spoken', async () => {
  standIn.setAccount({ voices: accountVoices.slice(1) });
  await expect(speakWhole(createTestSpeech(standIn.baseUrl), { voice: 'Santa' })).rejects.toMatchObject({
    code: 'provider_unavailable',
    status: 503,
    message: t(engineMessages.voiceMissing, { voice: 'Santa' }),
    operatorMessage: expect.stringContaining('Add the voice Santa to the ElevenLabs account.'),
  });
  expect(standIn.requests.map(request => request.call)).toEqual(['voices']);
});

test.each([
  ['older', elevenLabsRefusals.voiceNotFound],
  ['newer', elevenLabsRefusals.recentVoiceNotFound],
])(
  'a voice removed from the account is named, too, in the %s words of the provider',
  async (_, behaviour) => {
    standIn.always('speech', behaviour);
    await expect(speakWhole(createTestSpeech(standIn.baseUrl), { voice: 'Santa' })).rejects.toMatchObject({
      code: 'provider_unavailable',
      message: t(engineMessages.voiceMissing, { voice: 'Santa' }),
    });
  },
);

test('a list of another shape is refused', async () => {
  standIn.always('voices', ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"voices": [{"name": 7}], "has_more": false}');
  });
  await expect(findId('Rachel')).rejects.toMatchObject({ code: 'provider_garbage' });
});

describe("the account's own voices", () => {
  test('are listed with what the vendor says of them', async () => {
    standIn.setAccount({ voices: labelledVoices });
    const [jessica, iwona, ...own] = (await createTestSpeech(standIn.baseUrl).listVoices?.(never)) ?? [];
    expect(jessica).toEqual({
      id: 'cgSgspJ2msm6clMCkdW9',
      name: 'Jessica - Playful, Bright, Warm',
      languages: ['English', 'French', 'Norwegian'],
      sex: 'female',
      age: 'young',
      tags: ['cute', 'american', 'conversational'],
      description: 'Young and popular, this playful American female voice is perfect for trendy content.',
    });
    expect(iwona).toEqual({
      id: 'onwK4e9ZLuTAKqWW03F9',
      name: 'Iwona',
      languages: ['Polish'],
      sex: 'neutral',
      age: 'middle-aged',
      tags: ['standard', 'narrative story'],
    });
    expect(own.map(({ name, isOfAccount, languages }) => [name, isOfAccount, languages])).toEqual([
      ['Me', true, []],
      ['Grandpa', true, []],
      ['Robot', true, []],
    ]);
  });

  test('are read from all pages once, and stay listed while the provider fails', async () => {
    standIn.setAccount({ pageSize: 20 });
    const listed = await voices.list(never);
    expect(listed).toHaveLength(50);
    await voices.list(never);
    expect(countReadings()).toBe(3);
    nowMs += 16 * minuteMs;
    standIn.always('voices', elevenLabsRefusals.server);
    expect(await voices.list(never)).toBe(listed);
  });

  test('speak by their ids, without the list', async () => {
    standIn.setAccount({ voices: labelledVoices });
    await speakWhole(createTestSpeech(standIn.baseUrl), { voice: { id: 'clone000000000000001' } });
    expect(standIn.requests.map(({ path }) => path)).toEqual([
      '/v1/text-to-speech/clone000000000000001/stream',
    ]);
  });

  test.each([
    ['in its older words', elevenLabsRefusals.voiceNotFound],
    ['in its new words', elevenLabsRefusals.recentVoiceNotFound],
  ])('that the provider no longer knows are gone, %s', async (_, behaviour) => {
    standIn.always('speech', behaviour);
    const spoken = speakWhole(createTestSpeech(standIn.baseUrl), { voice: { id: 'gone0000000000000001' } });
    await expect(spoken).rejects.toMatchObject({ code: 'voice_gone', costsNothing: true });
  });
});

test('a preset whose default voice has expired is spoken by its replacement', async () => {
  standIn.setAccount({ voices: [{ id: 'jade', name: 'Jade - Upbeat and Natural' }] });
  await speakWhole(createTestSpeech(standIn.baseUrl), { voice: 'nova' });
  expect(standIn.requests.at(-1)?.path).toBe('/v1/text-to-speech/jade/stream');
});
