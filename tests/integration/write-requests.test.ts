import { afterEach, describe, expect, test } from 'vitest';
import type { ScriptEngine, TimedScriptRequest } from '#engines/ports.ts';
import { describeExamples } from '#engines/prompts/describe.ts';
import { narrateExamples } from '#engines/prompts/narrate.ts';
import { narrateMomentsExamples } from '#engines/prompts/narrate-moments.ts';
import { getLanguage } from '#shared/languages.ts';
import { createTestEngines as createAnthropic } from '../support/anthropic-calls.ts';
import { startAnthropicStandIn } from '../support/anthropic-stand-in.ts';
import { createTestEngines as createAzure } from '../support/azure-calls.ts';
import { startAzureStandIn } from '../support/azure-stand-in.ts';
import { createTestEngines as createGemini } from '../support/gemini-calls.ts';
import { startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { createTestEngines as createMistral } from '../support/mistral-calls.ts';
import { startMistralStandIn } from '../support/mistral-stand-in.ts';
import { startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines as createOpenAi } from '../support/provider-calls.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

function open<StandIn extends { close(): Promise<void> }>(standIn: StandIn): StandIn {
  opened.push(standIn);
  return standIn;
}

const providers: readonly (readonly [
  string,
  () => Promise<
    readonly [
      ScriptEngine,
      { readonly requests: readonly { readonly call: string; readonly body: unknown }[] },
    ]
  >,
])[] = [
  [
    'OpenAI',
    async () => {
      const standIn = open(await startOpenAiStandIn());
      return [createOpenAi(standIn.baseUrl).script, standIn];
    },
  ],
  [
    'Gemini',
    async () => {
      const standIn = open(await startGeminiStandIn());
      return [createGemini(standIn.baseUrl).script, standIn];
    },
  ],
  [
    'Anthropic',
    async () => {
      const standIn = open(await startAnthropicStandIn());
      return [createAnthropic(standIn.baseUrl).script, standIn];
    },
  ],
  [
    'Mistral',
    async () => {
      const standIn = open(await startMistralStandIn());
      return [createMistral(standIn.baseUrl).script, standIn];
    },
  ],
  [
    'Azure',
    async () => {
      const standIn = open(await startAzureStandIn());
      return [createAzure(standIn.origin).script, standIn];
    },
  ],
  [
    'Ollama',
    async () => {
      const standIn = open(await startOllamaStandIn());
      return [
        createOpenAi(standIn.baseUrl, { apiKey: undefined, visionModel: undefined, scriptModel: undefined })
          .script,
        standIn,
      ];
    },
  ],
];

/** Of a chat of OpenAI's form, of Anthropic's or of Gemini's. */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
function readSystem(body: any): string {
  return body.systemInstruction?.parts[0].text ?? body.system ?? body.messages[0].content;
}

const asked: TimedScriptRequest = {
  analysis: '2 s: a dog runs.',
  prompt: 'Tell it',
  language: getLanguage('German'),
  durationSeconds: 60,
  linesBefore: [],
  cuePoints: [
    { startSeconds: 2, available: { unit: 'words', count: 9 }, gap: { endSeconds: 10, seenSeconds: 2 } },
  ],
  signal: new AbortController().signal,
};

describe.each(providers)('%s', (_, start) => {
  test.each([
    [
      'a narration',
      (engine: ScriptEngine) => engine.writeScript(asked),
      narrateExamples.map(({ answer }) => answer),
    ],
    [
      'lines with times',
      (engine: ScriptEngine) => engine.writeTimedScript(asked),
      narrateMomentsExamples.map(({ answer }) => answer),
    ],
    [
      'a description',
      (engine: ScriptEngine) =>
        engine.writeTimedScript({ ...asked, description: 'standard', detail: 'rich' }),
      describeExamples.map(({ rich }) => rich),
    ],
  ] as const)(
    'gets worked examples for %s before the brief, which names the language',
    async (_, write, examples) => {
      const [engine, standIn] = await start();
      await Array.fromAsync(write(engine)).catch(() => []);
      const [request] = standIn.requests.filter(({ call }) => call === 'script' || call === 'chat');
      const system = readSystem(request?.body);
      expect(system.startsWith('These examples')).toBe(true);
      const [before = '', brief = ''] = system.split('</examples>');
      for (const example of examples) expect(before).toContain(example);
      expect(brief).toContain('Write German (Deutsch) as a');
    },
  );
});
