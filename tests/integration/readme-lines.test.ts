import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { configAnswerSchema } from '#shared/api/config.ts';
import { voicesAnswerSchema } from '#shared/api/voices.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import { drawTitle, titleSize } from '../support/draw-title.ts';
import { readStartLines } from '../support/readme-lines.ts';
import { makeAnalysisForm, postJson, usualPrompt } from '../support/requests.ts';
import { resolveLocally } from '../support/resolve-locally.ts';
import { readyLine, vendorNames } from '../support/start-line-servers.ts';
import { startTestServer } from '../support/start-server.ts';
import { testRows } from '../support/test-rows.ts';

const lines = readStartLines();

/** A picture in which the offline engine recognises something, too. */
async function makeTitledJpeg(): Promise<Buffer> {
  const raw = { ...titleSize, channels: 4 } as const;
  return sharp(await drawTitle('THE LAND'), { raw })
    .jpeg()
    .toBuffer();
}

test('the README has a start line for each of these', () => {
  expect(lines.map(({ ai }) => ai)).toEqual([
    'OpenAI',
    'Gemini',
    'Anthropic',
    'Mistral',
    'Azure OpenAI',
    'Azure Speech',
    'ElevenLabs',
    'Ollama',
    'Ollama and Kokoro-FastAPI',
    'LM Studio',
    'llama.cpp',
    'LocalAI',
    'vLLM',
    'Ollama and Piper',
    'LiteLLM',
    'OpenRouter',
    'Groq',
    'xAI',
    'DeepSeek',
    'Amazon Bedrock',
  ]);
});

testRows(lines, ({ ai }) => ['OpenAI', 'Gemini', 'Ollama and Kokoro-FastAPI', 'Groq'].includes(ai))(
  "the README's line for $ai narrates a video with the listed steps",
  async line => {
    await using opened = new AsyncDisposableStack();
    using _names = resolveLocally(...vendorNames);
    // As many pictures a request as each is known to take.
    const environment = { ...(await readyLine(line, opened)), OPENAI_VISION_PICTURES: '' };
    await using server = await startTestServer({ environment });

    const { analysis } = await takeJson(
      fetch(`${server.url}/api/free/analysis`, {
        method: 'POST',
        body: await makeAnalysisForm({ frames: framesPerVideo, picture: makeTitledJpeg() }),
      }),
    );
    const { script } = await takeJson(
      postJson(`${server.url}/api/free/script`, {
        analysis,
        prompt: usualPrompt,
        language: 'English',
        durationSeconds: 10,
      }),
    );
    const spoken = await postJson(`${server.url}/api/free/speech`, {
      script,
      voice: 'nova',
      language: 'English',
    });
    expect(spoken.status).toBe(200);
    expect(await measureSeconds(await spoken.bytes())).toBeGreaterThan(1);

    const { vision, script: writer } = configAnswerSchema.parse(
      await takeJson(fetch(`${server.url}/api/config`)),
    ).engines;
    const { standard, premium } = voicesAnswerSchema.parse(
      await takeJson(fetch(`${server.url}/api/voices`)),
    ).engines;
    const { does } = line;
    expect({
      looks: !vision.isOffline,
      writes: !writer.isOffline,
      speaks: !standard.isOffline,
      speaksPremiumVoices: !premium.isOffline,
    }).toEqual({
      looks: does.includes('looks'),
      writes: does.includes('writes'),
      speaks: does.includes('speaks'),
      speaksPremiumVoices: does.some(each => each.startsWith('speaks')),
    });
  },
);

// biome-ignore lint/suspicious/noExplicitAny: each answer is checked where it is used.
async function takeJson(asked: Promise<Response>): Promise<any> {
  const answer = await asked;
  const body = await answer.text();
  expect(answer.status, body).toBe(200);
  return JSON.parse(body);
}

async function measureSeconds(mp3: Uint8Array): Promise<number> {
  let seconds = 0;
  for await (const { samples, sampleRateHz } of decodeMp3(asyncOf(mp3)))
    seconds += samples.length / sampleRateHz;
  return seconds;
}

async function* asyncOf<T>(value: T): AsyncGenerator<T> {
  yield value;
}
