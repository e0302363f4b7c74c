// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Usage } from '#engines/ports.ts';
import { pauseInTheMiddle } from '../support/broken-answers.ts';
import { beginSpeaking, createTestSpeech, speakWhole } from '../support/elevenlabs-calls.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { type ElevenLabsStandIn, startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';

let standIn: ElevenLabsStandIn;
let noted: Usage[];

beforeAll(async () => {
  standIn = await startElevenLabsStandIn();
});
beforeEach(() => {
  standIn.reset();
  noted = [];
});
afterAll(() => standIn.close());

const noteUsage = (usage: Usage) => void noted.push(usage);
const expectedUsage = (model: string) => [{ provider: 'our own AI server', model, characters: 11 }];

test.each(['eleven_multilingual_v2', 'eleven_flash_v2_5'])(
  'what %s charges for is recorded once, in characters at its rate',
  async model => {
    const text = 'A dog barks.';
    await speakWhole(createTestSpeech(standIn.baseUrl, { model }), { text, noteUsage });
    expect(noted).toEqual([{ provider: 'our own AI server', model, characters: 12 }]);
  },
);

test('a voice with its own price is recorded at it', async () => {
  standIn.next('speech', ({ response, normal }) => {
    response.writeHead(200, { 'content-type': normal.mediaType, 'character-cost': '22' });
    response.end(normal.body);
  });
  await speakWhole(createTestSpeech(standIn.baseUrl), { noteUsage });
  expect(noted.map(({ characters }) => characters)).toEqual([22]);
});

test('sound of a disconnected client is recorded, too', async () => {
  const leave = new AbortController();
  standIn.next('speech', pauseInTheMiddle(new Promise(() => {})));
  const sound = await beginSpeaking(createTestSpeech(standIn.baseUrl), { noteUsage, signal: leave.signal });
  leave.abort();
  await expect(Array.fromAsync(sound)).rejects.toMatchObject({ code: 'client_closed' });
  expect(noted).toEqual(expectedUsage('eleven_multilingual_v2'));
});

test('calls refused before the work are not recorded', async () => {
  for (const refusal of [elevenLabsRefusals.quota, elevenLabsRefusals.invalidKey]) {
    standIn.next('speech', refusal);
    await expect(speakWhole(createTestSpeech(standIn.baseUrl), { noteUsage })).rejects.toThrow();
  }
  expect(noted).toEqual([]);
});

test('calls that time out may have been charged, and are recorded by length', async () => {
  standIn.next('speech', async () => {});
  const speech = createTestSpeech(standIn.baseUrl, { timeoutMs: 300 });
  await expect(speakWhole(speech, { noteUsage })).rejects.toMatchObject({ code: 'provider_timeout' });
  expect(noted).toEqual(expectedUsage('eleven_multilingual_v2'));
});
