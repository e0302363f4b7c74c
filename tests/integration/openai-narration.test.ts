import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engines } from '#engines/ports.ts';
import { lookVersion } from '#engines/prompts/look.ts';
import { analyzeFrames } from '#narration/analyze-frames.ts';
import { createScript } from '#narration/create-script.ts';
import { writeScript } from '#narration/write-script.ts';
import { CodedError } from '#shared/errors.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { t } from '#shared/messages/message.ts';
import { answerWithReply, oddChats } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines, tinyJpeg } from '../support/provider-calls.ts';

let standIn: OpenAiStandIn;
let engines: Engines;

beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  engines = createTestEngines(standIn.baseUrl);
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

const signal = new AbortController().signal;
const frame = { seconds: 1, jpeg: tinyJpeg };
const prompt = 'Tell it';
const writing = { analysis: 'A dog.', prompt, language: 'English', durationSeconds: 9 } as const;

test.each([
  ['no frame', [], t(frameMessages.none)],
  ['eleven frames', Array.from({ length: 11 }, () => frame), t(frameMessages.tooMany, { count: 10 })],
  ['a frame that is no JPEG', [frame, { ...frame, jpeg: new Uint8Array(9) }], t(frameMessages.notAllJpeg)],
])('%s is refused before any paid vision call', async (_, frames, message) => {
  const lines = analyzeFrames(engines.vision, { prompt, frames, durationSeconds: 9 }, signal);
  await expect(Array.fromAsync(lines)).rejects.toMatchObject({ code: 'bad_request', message });
  expect(standIn.requests).toHaveLength(0);
});

test('frames are analysed in time order, and the analysis is the last line', async () => {
  const frames = [3, 1, 2].map(seconds => ({ ...frame, seconds }));
  standIn.setTexts({ analysis: 'A cat sleeps.' });
  const seen = {
    analysis: 'A cat sleeps.',
    durationSeconds: 9,
    moments: [1, 2, 3],
    source: { provider: 'our own AI server', model: 'gpt-4o', prompt: lookVersion },
  };
  const lines = await Array.fromAsync(
    analyzeFrames(engines.vision, { prompt, frames, durationSeconds: 9 }, signal),
  );
  expect(lines).toEqual([{ stage: 'looking at the frames' }, seen]);
  const parts: { text?: string }[] = standIn.requests[0]?.body.messages[1].content;
  const labels = parts.flatMap(({ text }) => /^Picture .*second (.*):/u.exec(text ?? '')?.[1] ?? []);
  expect(labels).toEqual(['1.0', '2.0', '3.0']);
});

test('quotation marks around a script are removed', async () => {
  standIn.always('script', answerWithReply({ content: '“A dog runs. It barks.”' }));
  const lines = await Array.fromAsync(writeScript(engines.script, writing, signal));
  expect(lines.at(-1)).toMatchObject({ script: 'A dog runs. It barks.' });
});

test('a script of only punctuation is an error', async () => {
  standIn.always('script', answerWithReply({ content: '```\n\n```' }));
  await expect(Array.fromAsync(writeScript(engines.script, writing, signal))).rejects.toMatchObject({
    code: 'provider_garbage',
  });
});

test('a refusal by vision ends the work before the script', async () => {
  standIn.always('vision', oddChats.refusal);
  const readFrames = async () => ({ durationSeconds: 9, frames: [frame] });
  const lines = createScript({ engines, readFrames }, { prompt, language: 'English' }, signal);
  await expect(Array.fromAsync(lines)).rejects.toMatchObject({ code: 'content_refused' });
  expect(standIn.requests.map(request => request.call)).toEqual(['vision']);
});

test('an unreadable video costs nothing', async () => {
  const readFrames = async () => {
    throw new CodedError('no_picture');
  };
  const lines = createScript({ engines, readFrames }, { prompt, language: 'English' }, signal);
  await expect(Array.fromAsync(lines)).rejects.toMatchObject({ code: 'no_picture' });
  expect(standIn.requests).toHaveLength(0);
});
