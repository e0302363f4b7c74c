import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { standardVoices } from '#shared/voices.ts';
import { testKey } from '../support/provider-calls.ts';
import {
  collectUsage,
  composeSpeechRequest,
  createTestRealtime,
  speakSamples,
  speakSeconds,
} from '../support/realtime-calls.ts';
import { type RealtimeStandIn, startRealtimeStandIn } from '../support/realtime-stand-in.ts';
import { getVoiceHz } from '../support/realtime-turn.ts';
import { trustCertificate } from '../support/trust-certificate.ts';

let standIn: RealtimeStandIn;
let speech: SpeechEngine;

beforeAll(async () => {
  standIn = await startRealtimeStandIn();
  trustCertificate(standIn.certificate);
});
beforeEach(() => {
  standIn.reset();
  speech = createTestRealtime(standIn);
});
afterAll(() => standIn.close());

test('the connection has the model and the key, and nothing of the environment', async () => {
  process.env.OPENAI_ORG_ID = 'org-of-somebody';
  await speakSeconds(speech);
  delete process.env.OPENAI_ORG_ID;
  const [session] = standIn.sessions;
  expect(session?.query).toEqual({ model: 'gpt-realtime-2.1-mini' });
  expect(session?.headers.authorization).toBe(`Bearer ${testKey}`);
  for (const name of ['openai-organization', 'openai-project', 'openai-beta'])
    expect(session?.headers).not.toHaveProperty(name);
});

test('an own voice is named as it is, and a manner is an instruction', async () => {
  await speakSeconds(speech, { voice: { id: 'marin' }, manner: 'sad' });
  const voices = standIn.sessions.map(({ received }) => received[0]?.session.audio.output.voice);
  expect(voices).toEqual(['marin']);
  const responses = standIn.sessions[0]?.received.filter(({ type }) => type === 'response.create');
  expect(responses?.[0]?.response.instructions).toMatch(/Tone of voice: sad\.$/u);
  expect((await speech.listVoices?.(new AbortController().signal))?.map(({ id }) => id)).not.toContain(
    'nova',
  );
  await expect(speakSeconds(speech, { voice: { id: 'nova' } })).rejects.toMatchObject({ code: 'voice_gone' });
});

test('a session sets voice and format before speaking', async () => {
  await speakSeconds(speech, { voice: 'Santa' });
  expect(standIn.sessions[0]?.received.slice(0, 2)).toEqual([
    {
      type: 'session.update',
      session: {
        type: 'realtime',
        output_modalities: ['audio'],
        tools: [],
        tool_choice: 'none',
        max_output_tokens: 'inf',
        audio: {
          input: { turn_detection: null },
          output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'verse', speed: 0.92 },
        },
      },
    },
    { type: 'session.update', session: { type: 'realtime', reasoning: { effort: 'minimal' } } },
  ]);
});

test('a text is sent outside of the conversation, to be read literally in its language', async () => {
  await speakSeconds(speech, { text: 'Mae ci yn aros yn yr haul.', language: getLanguage('Welsh') });
  const [, , request] = standIn.sessions[0]?.received ?? [];
  const name = request.event_id;
  expect(name).toMatch(/^piece_\d+$/u);
  expect(request).toEqual({
    type: 'response.create',
    event_id: name,
    response: {
      conversation: 'none',
      metadata: { piece: name },
      output_modalities: ['audio'],
      instructions: expect.stringMatching(/aloud in Welsh \(Cymraeg\), word for word/u),
      tools: [],
      tool_choice: 'none',
      max_output_tokens: 'inf',
      input: [
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'Mae ci yn aros yn yr haul.' }],
        },
      ],
    },
  });
  expect(standIn.sessions[0]?.received).toHaveLength(3);
});

test.each(standardVoices)('%s is its own tone, complete, at 24 kHz', async voice => {
  const samples = await speakSamples(speech, { voice });
  const speaker = speech.getSpeaker(voice);
  const seconds = 0.06 * composeSpeechRequest().text.length;
  expect(samples.length / 24_000).toBeCloseTo(seconds, 2);
  expect(countWaves(samples) / seconds).toBeCloseTo(getVoiceHz(speaker), -1);
  expect(samples.reduce((most, sample) => Math.max(most, sample), 0)).toBeCloseTo(13_000 / 0x8000, 2);
});

describe('usage of a response', () => {
  test("is recorded with the vendor's counts", async () => {
    const { noted, noteUsage } = collectUsage();
    await speakSeconds(speech, { noteUsage });
    expect(noted).toEqual([
      {
        provider: 'our own AI server',
        model: 'gpt-realtime-2.1-mini',
        textTokensIn: expect.any(Number),
        textTokensOut: 7,
        soundTokensIn: 0,
        soundTokensOut: 34,
        soundSeconds: 1.68,
      },
    ]);
  });
});

test('a model without reasoning is not sent that option again', async () => {
  standIn.greetAlways(session => {
    session.refuse = ['reasoning'];
    session.greet();
  });
  await speakSeconds(speech);
  await speakSeconds(speech);
  const efforts = standIn.sessions.map(
    ({ received }) => received.filter(({ session }) => session?.reasoning).length,
  );
  expect(efforts).toEqual([1, 0]);
});

function countWaves(samples: Float32Array): number {
  let waves = 0;
  for (let index = 1; index < samples.length; index += 1)
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) waves += 1;
  return waves;
}
