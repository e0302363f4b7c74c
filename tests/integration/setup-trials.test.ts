import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { findVendorPages, listOffers } from '#server/engine-roles/providers.ts';
import { listRolesOf, trySteps } from '#server/setup/try-steps.ts';
import type { SetupStep, StepTrial } from '#shared/api/setup.ts';
import { vendorErrors as anthropicErrors } from '../support/anthropic-bodies.ts';
import { sendError as sendAnthropic, startAnthropicStandIn } from '../support/anthropic-stand-in.ts';
import { vendorErrors as azureErrors } from '../support/azure-bodies.ts';
import { refuse as refuseAzure, startAzureStandIn } from '../support/azure-stand-in.ts';
import { elevenLabsRefusals } from '../support/elevenlabs-faults.ts';
import { startElevenLabsStandIn } from '../support/elevenlabs-stand-in.ts';
import { geminiRefusals } from '../support/gemini-faults.ts';
import { startGeminiStandIn } from '../support/gemini-stand-in.ts';
import { vendorErrors as mistralErrors } from '../support/mistral-bodies.ts';
import { sendError as sendMistral, startMistralStandIn } from '../support/mistral-stand-in.ts';
import { refusals } from '../support/openai-faults.ts';
import { startOpenAiStandIn } from '../support/openai-stand-in.ts';
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
  readonly noModel: {
    readonly set?: Record<string, string>;
    readonly refusal?: unknown;
    readonly said: RegExp;
  };
}

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

  test('with a model that the vendor does not have is told so, with a link to the models', async () => {
    if (noModel.refusal) refuseAll(noModel.refusal);
    const { trials } = await tryProvider({ ...vendor.set(address), ...noModel.set }, steps.slice(0, 1));
    expect(trials).toMatchObject([
      { isOk: false, sentence: expect.stringMatching(noModel.said), helpUrl: pages?.models },
    ]);
  });

  test('without a way to it is told so, with a link to its state', async () => {
    const nowhere = `http://${vendor.host}:2`;
    const { trials } = await tryProvider(vendor.set(nowhere), steps.slice(0, 1));
    expect(trials).toMatchObject([
      {
        isOk: false,
        sentence: `Nothing answers at the address of ${name}. Start the server there, or correct the address.`,
        helpUrl: pages?.status,
      },
    ]);
  });
});
