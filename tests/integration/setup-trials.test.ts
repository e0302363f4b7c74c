import { createServer } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { findVendorPages, listOffers } from '#server/engine-roles/providers.ts';
import { listRolesOf, trySteps } from '#server/setup/try-steps.ts';
import type { SetupStep, StepTrial } from '#shared/api/setup.ts';
import { vendorErrors as anthropicErrors } from '../support/anthropic-bodies.ts';
import { sendError as sendAnthropic, startAnthropicStandIn } from '../support/anthropic-stand-in.ts';
import { vendorErrors as azureErrors } from '../support/azure-bodies.ts';
import { refuse as refuseAzure, startAzureStandIn } from '../support/azure-stand-in.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { unusedAddress } from '../support/failing-connections.ts';
import { geminiRefusals } from '../support/gemini-faults.ts';
import { startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { vendorErrors as mistralErrors } from '../support/mistral-bodies.ts';
import { sendError as sendMistral, startMistralStandIn } from '../support/mistral-stand-in.ts';
import { startOllamaStandIn } from '../support/ollama-stand-in.ts';
import { refusals } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { fitNothing } from '../support/provider-calls.ts';
import type { ProviderBehaviour, ProviderStandIn } from '../support/provider-stand-in.ts';
import { resolveLocally } from '../support/resolve-locally.ts';

const secret = 'Tr0ub4dor3verySecretW0rds';
const welsh = 'Mae barcud coch yn hedfan yn dawel uwchben y bryn gwyrdd, ac mae’r gwynt yn ei gario.';

// Only the calls' names differ.
type AnyBehaviour = ProviderBehaviour<never>;
type AnyStandIn = Pick<ProviderStandIn<string>, 'origin' | 'close' | 'reset'> & {
  always(call: string, behaviour: AnyBehaviour): void;
  /** Only of the one that does not write in the requested language by itself. */
  setTexts?(texts: { script: string }): void;
};

/** As usual, but of the sentence that was spoken. */
const hearTheKite: ProviderBehaviour<string> = ({ response, normal }) => {
  response.writeHead(200, { 'content-type': normal.mediaType });
  response.end(normal.body.toString().replaceAll('Anna', 'a red kite on a green hill'));
};
const looks = { step: 'vision', isOk: true, sentence: 'It named the colour of a red image.' };
const writes = { step: 'script', isOk: true, sentence: 'It wrote a sentence in Welsh.' };
const hears = { step: 'transcription', isOk: true, sentence: 'It understood a spoken sentence.' };
const speaks = {
  step: 'speech',
  isOk: true,
  sentence: expect.stringMatching(/^fable spoke a sentence: 4\.\d s of sound\.$/u),
};
const works = { vision: looks, script: writes, speech: speaks, transcription: hears };

interface VendorCase {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly start: () => Promise<unknown>;
  readonly set: (address: string) => Record<string, string>;
  readonly calls: readonly string[];
  readonly steps: readonly SetupStep[];
  /** Whose price is unknown, such as that of a deployment under any name. */
  readonly unpriced?: readonly SetupStep[];
  readonly wrongKey: unknown;
  readonly noCredit?: unknown;
  /** Settings that name a model which the vendor does not have, or its refusal. */
  readonly noModel?: {
    readonly set?: Record<string, string>;
    readonly refusal?: unknown;
    readonly said: RegExp;
  };
}

/** As its users saw it: community.openai.com/t/1374480, February 2026. */
const refuseScope: Behaviour = ({ response }) => {
  const message =
    'You have insufficient permissions for this operation. Missing scopes: model.request. Check that you have the correct role.';
  response.writeHead(401, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  );
};

const all: readonly SetupStep[] = ['vision', 'script', 'speech', 'transcription'];

const vendors: readonly VendorCase[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    host: 'api.openai.com',
    start: startOpenAiStandIn,
    set: address => ({ OPENAI_API_KEY: `sk-proj-${secret}`, OPENAI_BASE_URL: `${address}/v1` }),
    calls: ['models', 'vision', 'script', 'speech', 'transcription'],
    steps: all,
    wrongKey: refusals.invalidKey,
    noCredit: refusals.outOfQuota,
    noModel: {
      set: { OPENAI_VISION_MODEL: 'gpt-99' },
      said: /^There is no model gpt-99 at OpenAI\. Available: .*Name another in OPENAI_VISION_MODEL\.$/u,
    },
  },
  {
    id: 'gemini',
    name: 'Gemini',
    host: 'generativelanguage.googleapis.com',
    start: startGeminiStandIn,
    set: address => ({ GEMINI_API_KEY: `AIza${secret}`, GEMINI_BASE_URL: address }),
    calls: ['models', 'model', 'vision', 'script', 'speech', 'transcription'],
    steps: all,
    wrongKey: geminiRefusals.invalidKey,
    noCredit: geminiRefusals.outOfCredit,
    noModel: {
      set: { GEMINI_VISION_MODEL: 'gemini-99' },
      said: /^There is no model gemini-99 at Gemini\. Available: /u,
    },
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    host: 'api.anthropic.com',
    start: startAnthropicStandIn,
    set: address => ({ ANTHROPIC_API_KEY: `sk-ant-${secret}`, ANTHROPIC_BASE_URL: address }),
    calls: ['models', 'model', 'vision', 'script'],
    steps: ['vision', 'script'],
    wrongKey: sendAnthropic(...anthropicErrors.invalidKey),
    noCredit: sendAnthropic(...anthropicErrors.noCredit),
    noModel: {
      set: { ANTHROPIC_VISION_MODEL: 'claude-99' },
      said: /^There is no model claude-99 at Anthropic\. Available: /u,
    },
  },
  {
    id: 'mistral',
    name: 'Mistral',
    host: 'api.mistral.ai',
    start: startMistralStandIn,
    set: address => ({ MISTRAL_API_KEY: secret, MISTRAL_BASE_URL: `${address}/v1` }),
    calls: ['models', 'voices', 'vision', 'script', 'speech', 'transcription'],
    steps: all,
    unpriced: ['speech'],
    wrongKey: sendMistral(...mistralErrors.unauthorized),
    noCredit: sendMistral(402, { detail: 'Payment required' }),
    noModel: {
      set: { MISTRAL_VISION_MODEL: 'mistral-99' },
      said: /^There is no model mistral-99 at Mistral\. Available: /u,
    },
  },
  {
    id: 'elevenlabs',
    name: 'ElevenLabs',
    host: 'api.elevenlabs.io',
    start: startElevenLabsStandIn,
    set: address => ({ ELEVENLABS_API_KEY: secret, ELEVENLABS_BASE_URL: address }),
    calls: ['voices', 'speech', 'transcription'],
    steps: ['speech', 'transcription'],
    wrongKey: elevenLabsRefusals.invalidKey,
    noCredit: elevenLabsRefusals.quota,
    noModel: {
      refusal: elevenLabsRefusals.modelNotFound,
      said: /^There is no model \w+ at ElevenLabs for this key\. Choose another\.$/u,
    },
  },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    host: 'narrator.openai.azure.com',
    start: startAzureStandIn,
    set: address => ({
      AZURE_OPENAI_ENDPOINT: address,
      AZURE_OPENAI_API_KEY: secret,
      AZURE_OPENAI_VISION_DEPLOYMENT: 'my-gpt-4o',
    }),
    calls: ['vision', 'script'],
    steps: ['vision', 'script'],
    unpriced: ['vision', 'script'],
    wrongKey: refuseAzure(401, azureErrors.unauthorized),
    noModel: {
      set: { AZURE_OPENAI_VISION_DEPLOYMENT: 'my-gpt-99' },
      said: /^There is no model my-gpt-99 at Azure OpenAI for this key\. Choose another\.$/u,
    },
  },
  {
    id: 'azure',
    name: 'Azure Speech',
    host: 'westeurope.tts.speech.microsoft.com',
    start: startAzureStandIn,
    set: address => ({ AZURE_SPEECH_KEY: secret, AZURE_SPEECH_BASE_URL: address }),
    calls: ['ssml', 'voices'],
    steps: ['speech'],
    wrongKey: refuseAzure(401, azureErrors.unauthorized),
  },
];

interface Tried {
  readonly begun: readonly (readonly [SetupStep, string])[];
  readonly trials: readonly StepTrial[];
}

async function tryProvider(
  environment: Record<string, string>,
  steps?: readonly SetupStep[],
): Promise<Tried> {
  const config = readConfig(environment);
  const [made] = await listOffers(config, fitNothing);
  if (!made) throw new Error('Nothing is set up.');
  const begun: (readonly [SetupStep, string])[] = [];
  const trials: StepTrial[] = [];
  const signal = new AbortController().signal;
  for await (const line of trySteps(listRolesOf(made.offer), { prices: config.prices, signal, steps }))
    if ('begun' in line) begun.push([line.begun.step, line.begun.provider]);
    else trials.push(line.trial);
  expect(JSON.stringify(trials)).not.toContain(secret);
  return { begun, trials };
}

describe.each(vendors)('someone who connects $name', vendor => {
  const { id, name, calls, steps, unpriced = [], wrongKey, noCredit, noModel } = vendor;
  const pages = findVendorPages(id);
  let standIn: AnyStandIn;
  let names: Disposable;
  let address: string;
  beforeAll(async () => {
    standIn = (await vendor.start()) as AnyStandIn;
    address = standIn.origin.replace('127.0.0.1', vendor.host);
    names = resolveLocally(vendor.host);
  });
  beforeEach(() => standIn.reset());
  afterAll(async () => {
    names[Symbol.dispose]();
    await standIn.close();
  });
  const refuseAll = (behaviour: unknown) => {
    for (const call of calls) standIn.always(call, behaviour as AnyBehaviour);
  };

  test('with a right key sees each step work, with its model and time', async () => {
    standIn.setTexts?.({ script: welsh });
    if (calls.includes('transcription')) standIn.always('transcription', hearTheKite);
    const { begun, trials } = await tryProvider(vendor.set(address));
    expect(begun).toEqual(steps.map(step => [step, name]));
    const facts = { provider: name, model: expect.any(String), seconds: expect.any(Number) };
    expect(trials).toMatchObject(steps.map(step => ({ ...works[step], ...facts })));
    for (const { step, cost } of trials)
      if (unpriced.includes(step)) expect(cost).toBeUndefined();
      else expect(cost).toMatch(/^<?\$0\.0\d+$/u);
  });

  test('with a wrong key is told so, with a link to the keys', async () => {
    refuseAll(wrongKey);
    const { trials } = await tryProvider(vendor.set(address));
    for (const trial of trials)
      expect(trial).toMatchObject({
        isOk: false,
        sentence: `This key does not work at ${name}. Copy it whole, or make a new one.`,
        helpUrl: pages?.keys,
      });
    expect(trials.map(({ step }) => step)).toEqual(steps);
  });

  test.runIf(noCredit)('without credit is told so, with a link to the bills', async () => {
    for (const call of calls.filter(each => !['models', 'model', 'voices'].includes(each)))
      standIn.always(call, noCredit as AnyBehaviour);
    const { trials } = await tryProvider(vendor.set(address));
    for (const trial of trials)
      expect(trial).toMatchObject({
        isOk: false,
        sentence: `The account at ${name} has no credit, or has reached its limit. Add credit, or raise it.`,
        helpUrl: pages?.billing,
      });
    expect(trials.map(({ step }) => step)).toEqual(steps);
  });

  test.runIf(noModel)(
    'with a model that the vendor does not have is told so, with a link to the models',
    async () => {
      if (noModel?.refusal) refuseAll(noModel.refusal);
      const { trials } = await tryProvider({ ...vendor.set(address), ...noModel?.set }, steps.slice(0, 1));
      expect(trials).toMatchObject([
        { isOk: false, sentence: expect.stringMatching(noModel?.said ?? ''), helpUrl: pages?.models },
      ]);
    },
  );

  test('without a way to it is told so, with a link to its state', async () => {
    const nowhere = `http://${vendor.host}:2`;
    const { trials } = await tryProvider(vendor.set(nowhere), steps.slice(0, 1));
    expect(trials).toMatchObject([
      {
        isOk: false,
        sentence: expect.stringContaining(`Nothing answers at the address of ${name}. `),
        helpUrl: pages?.status,
      },
    ]);
  });
});

describe('who connects OpenAI', () => {
  let standIn: OpenAiStandIn;
  let secure: OpenAiStandIn;
  let names: Disposable;
  const set = (port: string, scheme = 'http') => ({
    OPENAI_API_KEY: `sk-proj-${secret}`,
    OPENAI_BASE_URL: `${scheme}://api.openai.com:${port}/v1`,
  });
  const tryScript = async (environment: Record<string, string>) => {
    const { trials } = await tryProvider(environment, ['script']);
    return trials[0];
  };
  beforeAll(async () => {
    standIn = await startOpenAiStandIn();
    const certificate = makeCertificate();
    secure = await startOpenAiStandIn({
      makeServer: handle => createServer(certificate, handle),
    });
    names = resolveLocally('api.openai.com');
  });
  beforeEach(() => standIn.reset());
  afterAll(async () => {
    names[Symbol.dispose]();
    await Promise.all([standIn.close(), secure.close()]);
  });

  test.each<[string, Behaviour, RegExp, string | undefined]>([
    [
      'too often is told how long to wait',
      refusals.rateLimitForAnHour,
      /^The servers of OpenAI are busy\. Try again in 60 minutes\.$/u,
      'status',
    ],
    [
      'in a country that is not served is told so',
      refusals.forbidden,
      /^This machine is in a country that OpenAI does not serve\. Connect another AI\.$/u,
      undefined,
    ],
    [
      'with a key that has no right to it is told so',
      refuseScope,
      /^This key is not allowed to do this at OpenAI\. /u,
      'keys',
    ],
    [
      'while it has a fault is told so',
      refusals.serverErrorFor1ms,
      /^There is a problem at OpenAI\. Try again later\.$/u,
      'status',
    ],
    [
      'and gets a web page is told so',
      brokenAnswers.html,
      /^The answer of OpenAI cannot be used\. /u,
      undefined,
    ],
  ])('%s', async (_, behaviour, said, page) => {
    standIn.always('script', behaviour);
    const trial = await tryScript(set(new URL(standIn.origin).port));
    expect(trial).toMatchObject({ isOk: false, sentence: expect.stringMatching(said) });
    expect(trial?.helpUrl).toBe(
      page && Object.entries(findVendorPages('openai') ?? {}).find(([at]) => at === page)?.[1],
    );
  });

  test('without the internet is told so', async () => {
    const trial = await tryScript({
      OPENAI_API_KEY: secret,
      OPENAI_BASE_URL: 'http://elsewhere.example/v1',
      OPENAI_SCRIPT_MODEL: 'any',
    });
    expect(trial?.sentence).toBe(
      'The address of elsewhere.example is not found. Check it, and the internet connection of this machine. A proxy is not used.',
    );
    expect(trial?.helpUrl).toBeUndefined();
  });

  test('through something that replaces its certificate is told so', async () => {
    const trial = await tryScript(set(new URL(secure.origin).port, 'https'));
    expect(trial?.sentence).toMatch(
      /^The connection to OpenAI is not secure: its certificate is not trusted\. .*NODE_EXTRA_CA_CERTS/u,
    );
  });

  test('with the key of another company is told whose it is', async () => {
    const { trials } = await tryProvider({ GEMINI_API_KEY: `sk-proj-${secret}` });
    expect(trials).toHaveLength(4);
    for (const { sentence, helpUrl } of trials)
      expect([sentence, helpUrl]).toEqual([
        'GEMINI_API_KEY looks like a key for OpenAI. Set it as OPENAI_API_KEY.',
        findVendorPages('gemini')?.keys,
      ]);
  });
});

describe('who connects a server of their own', () => {
  test('sees the steps that it does, and none that it cannot', async () => {
    const ollama = await startOllamaStandIn();
    const { begun, trials } = await tryProvider({ OPENAI_BASE_URL: `${ollama.origin}/v1` });
    const asked = await tryProvider({ OPENAI_BASE_URL: `${ollama.origin}/v1` }, ['speech']);
    await ollama.close();
    expect(begun.map(([step]) => step)).toEqual(['vision', 'script']);
    expect(trials.every(({ helpUrl }) => helpUrl === undefined)).toBe(true);
    expect(asked.trials).toMatchObject([
      {
        step: 'speech',
        isOk: false,
        sentence: expect.stringMatching(/^There is no model .* that can speak\./u),
      },
    ]);
  });

  test('without a single model is told so for each step', async () => {
    const ollama = await startOllamaStandIn({ models: [] });
    const { trials } = await tryProvider({ OPENAI_BASE_URL: `${ollama.origin}/v1` });
    await ollama.close();
    expect(trials.map(({ step, isOk }) => [step, isOk])).toEqual(all.map(step => [step, false]));
  });

  test('that does not run is told to start it', async () => {
    const { trials } = await tryProvider({ OPENAI_BASE_URL: `${unusedAddress}/v1` }, ['vision']);
    expect(trials[0]?.sentence).toBe(
      'Nothing answers at the address of our own AI server. If it is your own server, start it; otherwise check the address and the firewall.',
    );
  });

  test("and gives another program's address is told to check it", async () => {
    const ollama = await startOllamaStandIn();
    ollama.always('other', brokenAnswers.html);
    const { trials } = await tryProvider({ OPENAI_BASE_URL: `${ollama.origin}/v1` }, ['script']);
    await ollama.close();
    expect(trials[0]?.sentence).toMatch(
      /^Something else answers at the address of our own AI server\. Check/u,
    );
  });
});
