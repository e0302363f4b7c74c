import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engines, TimedScriptRequest } from '#engines/ports.ts';
import { getLanguage } from '#shared/languages.ts';
import { createTestEngines as createGemini, makePicture } from '../support/gemini-calls.ts';
import { type GeminiStandIn, startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines as createOpenAi, fetchInPlaceOfVendor } from '../support/provider-calls.ts';

let openAi: OpenAiStandIn;
let gemini: GeminiStandIn;

beforeAll(async () => {
  openAi = await startOpenAiStandIn();
  gemini = await startGeminiStandIn();
});
beforeEach(() => {
  openAi.reset();
  gemini.reset();
});
afterAll(async () => {
  await openAi.close();
  await gemini.close();
});

const { signal } = new AbortController();
const request: TimedScriptRequest = {
  analysis: 'A woman opens a gate.',
  prompt: 'Keep it sober',
  language: getLanguage('English'),
  durationSeconds: 60,
  description: 'standard',
  linesBefore: [],
  cuePoints: [
    { startSeconds: 2, available: { unit: 'words', count: 18 }, gap: { endSeconds: 10, seenSeconds: 2 } },
  ],
  signal,
};

interface Sent {
  readonly system: string;
  readonly user: string;
}

/** The first request as the two texts that each provider has. */
const providers: readonly (readonly [string, () => Engines, () => Sent])[] = [
  [
    'the vendor of chat completions',
    () => createOpenAi(undefined, { fetch: fetchInPlaceOfVendor(openAi) }),
    readChat,
  ],
  ['a compatible server', () => createOpenAi(openAi.baseUrl), readChat],
  [
    'the other vendor',
    () => createGemini(gemini.baseUrl),
    () => {
      const asked = gemini.requests.find(({ call }) => call === 'vision' || call === 'script');
      const { systemInstruction, contents } = asked?.body ?? {};
      return {
        system: systemInstruction.parts[0].text,
        user: contents[0].parts.map(({ text = '' }) => text).join('\n'),
      };
    },
  ],
];

function readChat(): Sent {
  const [system, user] = openAi.requests[0]?.body.messages ?? [];
  const parts = typeof user.content === 'string' ? [{ text: user.content }] : user.content;
  return {
    system: system.content,
    user: parts.map(({ text = '' }: { text?: string }) => text).join('\n'),
  };
}

describe.each(providers)('a description by %s', (_, createEngines, readSent) => {
  test('is analysed with the description prompt', async () => {
    const frames = [{ seconds: 2, jpeg: await makePicture('red') }];
    const asked = { prompt: 'Keep it sober', frames, durationSeconds: 60, signal };
    await createEngines().vision.analyze({ ...asked, description: 'standard' });
    const { system, user } = readSent();
    expect(system).toMatch(/^You are the eyes of an audio describer/u);
    expect(user).toContain('Keep it sober');
    expect(user).toContain('at second 2.0:');
  });

  test('is written by the description rules, in the gaps', async () => {
    await Array.fromAsync(createEngines().script.writeTimedScript(request));
    const { system, user } = readSent();
    expect(system).toMatch(/You are an audio describer\./u);
    expect(user).toContain('A gap, until 0:10:\n[0:02] for what is seen at 0:02, at most 18 words');
  });

  test('changes no request of a plain narration', async () => {
    const narration = { ...request, description: undefined };
    await Array.fromAsync(createEngines().script.writeTimedScript(narration));
    const { system, user } = readSent();
    expect(system).toMatch(/You write the voice-over/u);
    expect(user).toContain('The moments:\n\n[0:02] at most 18 words');
  });
});
