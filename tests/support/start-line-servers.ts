import { testKey as anthropicKey } from './anthropic-calls.ts';
import { startAnthropicStandIn } from './anthropic-stand-in.ts';
import { startAzureStandIn } from './azure-stand-in.ts';
import { startElevenLabsStandIn } from './elevenlabs-stand-in.ts';
import { startGatewayStandIn } from './gateway-stand-ins.ts';
import { testKey as geminiKey } from './gemini-calls.ts';
import { startGeminiStandIn } from './gemini-stand-in.ts';
import { joinServers } from './join-servers.ts';
import { startKokoroStandIn } from './kokoro-stand-in.ts';
import {
  startLlamaCppStandIn,
  startLmStudioStandIn,
  startLocalAiStandIn,
  startVllmStandIn,
} from './local-servers.ts';
import { testKey as mistralKey } from './mistral-calls.ts';
import { startMistralStandIn } from './mistral-stand-in.ts';
import { startOllamaStandIn } from './ollama-stand-in.ts';
import { startOpenAiStandIn } from './openai-stand-in.ts';
import { testKey } from './provider-calls.ts';
import type { StartLine } from './readme-lines.ts';
import { startSpeechServer } from './speech-server-stand-ins.ts';

/** A stand-in that is closed with the test. */
type Opened = AsyncDisposableStack;

/** The stand-in of each vendor, and the settings that lead to it by the vendor's name. */
const vendors = {
  async OPENAI_API_KEY(opened: Opened) {
    const { baseUrl } = await keep(opened, startOpenAiStandIn());
    return { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: atName(baseUrl, 'api.openai.com') };
  },
  async GEMINI_API_KEY(opened: Opened) {
    const { baseUrl } = await keep(opened, startGeminiStandIn());
    return {
      GEMINI_API_KEY: geminiKey,
      GEMINI_BASE_URL: atName(baseUrl, 'generativelanguage.googleapis.com'),
    };
  },
  async ANTHROPIC_API_KEY(opened: Opened) {
    const { baseUrl } = await keep(opened, startAnthropicStandIn());
    return { ANTHROPIC_API_KEY: anthropicKey, ANTHROPIC_BASE_URL: atName(baseUrl, 'api.anthropic.com') };
  },
  async MISTRAL_API_KEY(opened: Opened) {
    const { baseUrl } = await keep(opened, startMistralStandIn());
    return { MISTRAL_API_KEY: mistralKey, MISTRAL_BASE_URL: atName(baseUrl, 'api.mistral.ai') };
  },
  async AZURE_OPENAI_ENDPOINT(opened: Opened) {
    const { origin } = await keep(opened, startAzureStandIn());
    return { AZURE_OPENAI_ENDPOINT: atName(origin, 'narrator.openai.azure.com') };
  },
  async AZURE_SPEECH_KEY(opened: Opened) {
    const { origin } = await keep(opened, startAzureStandIn());
    const baseUrl = atName(origin, 'westeurope.tts.speech.microsoft.com');
    return { AZURE_SPEECH_KEY: testKey, AZURE_SPEECH_BASE_URL: baseUrl };
  },
  async ELEVENLABS_API_KEY(opened: Opened) {
    const { baseUrl } = await keep(opened, startElevenLabsStandIn());
    return { ELEVENLABS_API_KEY: testKey, ELEVENLABS_BASE_URL: atName(baseUrl, 'api.elevenlabs.io') };
  },
};

/** The stand-in at each address of the README, by AI and address. */
const servers: Readonly<Record<string, (opened: Opened) => Promise<string>>> = {
  'Ollama http://localhost:11434/v1': async opened => (await keep(opened, startOllamaStandIn())).baseUrl,
  'Ollama and Kokoro-FastAPI http://localhost:11434/v1': async opened =>
    (await keep(opened, startOllamaStandIn())).baseUrl,
  'Ollama and Kokoro-FastAPI http://localhost:8880/v1': async opened =>
    (await keep(opened, startKokoroStandIn())).baseUrl,
  'LM Studio http://localhost:1234/v1': async opened => (await keep(opened, startLmStudioStandIn())).baseUrl,
  'llama.cpp http://localhost:8080/v1': async opened => (await keep(opened, startLlamaCppStandIn())).baseUrl,
  'LocalAI http://localhost:8080/v1': async opened => {
    const chat = await keep(opened, startLocalAiStandIn());
    const speech = await keep(opened, startSpeechServer('localAi'));
    return opened.use(await joinServers({ chatUrl: chat.baseUrl, speechUrl: speech.baseUrl })).baseUrl;
  },
  'vLLM http://localhost:8000/v1': async opened => (await keep(opened, startVllmStandIn())).baseUrl,
  'OpenRouter https://openrouter.ai/api/v1': async opened => {
    const chat = await keep(opened, startOpenAiStandIn());
    chat.setModels('openai/gpt-6-luna');
    const speech = await keep(opened, startSpeechServer('openRouter'));
    const joined = await joinServers({
      chatUrl: chat.baseUrl,
      speechUrl: speech.baseUrl,
      root: '/api/v1',
      lists: 'speech',
    });
    return atName(opened.use(joined).baseUrl, 'openrouter.ai');
  },
  'Groq https://api.groq.com/openai/v1': async opened => {
    const chat = await keep(opened, startGatewayStandIn('groq'));
    const speech = await keep(opened, startSpeechServer('groq'));
    const both = { chatUrl: chat.baseUrl, speechUrl: speech.baseUrl, root: '/openai/v1' };
    return atName(opened.use(await joinServers(both)).baseUrl, 'api.groq.com');
  },
  'xAI https://api.x.ai/v1': async opened =>
    atName((await keep(opened, startGatewayStandIn('xai'))).baseUrl, 'api.x.ai'),
  'DeepSeek https://api.deepseek.com': async opened =>
    atName((await keep(opened, startGatewayStandIn('deepseek'))).baseUrl, 'api.deepseek.com'),
  'Amazon Bedrock https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1': async opened =>
    atName(
      (await keep(opened, startGatewayStandIn('bedrock'))).baseUrl,
      'bedrock-runtime.us-east-1.amazonaws.com',
    ),
  'LiteLLM http://localhost:4000/v1': async opened =>
    (await keep(opened, startGatewayStandIn('litellm'))).baseUrl,
  'Ollama and Piper http://localhost:11434/v1': async opened =>
    (await keep(opened, startOllamaStandIn())).baseUrl,
  'Ollama and Piper http://localhost:5000': async opened =>
    (await keep(opened, startSpeechServer('piper'))).baseUrl,
};

/** Names that resolve to this machine while these stand-ins are used. */
export const vendorNames = [
  'api.openai.com',
  'generativelanguage.googleapis.com',
  'api.anthropic.com',
  'api.mistral.ai',
  'narrator.openai.azure.com',
  'westeurope.tts.speech.microsoft.com',
  'api.elevenlabs.io',
  'openrouter.ai',
  'api.groq.com',
  'api.x.ai',
  'api.deepseek.com',
  'bedrock-runtime.us-east-1.amazonaws.com',
] as const;

/**
 * The settings of a README line, with each address replaced by its stand-in's, each `…` by a key.
 * @throws for an address without a stand-in
 */
export async function readyLine(
  { ai, settings }: StartLine,
  opened: Opened,
): Promise<Record<string, string>> {
  const ready: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    const isWithoutAddress = !Object.keys(settings).some(each => each.endsWith('_BASE_URL'));
    if (isWithoutAddress && name in vendors)
      Object.assign(ready, await vendors[name as keyof typeof vendors](opened));
    else if (name.endsWith('_BASE_URL')) ready[name] = await startAt(`${ai} ${value}`, opened);
    else ready[name] = value === '…' ? testKey : value;
  }
  return ready;
}

async function startAt(place: string, opened: Opened): Promise<string> {
  const start = servers[place];
  if (!start) throw new Error(`Nobody stands in for ${place}.`);
  return start(opened);
}

async function keep<StandIn extends { close(): Promise<void> }>(
  opened: Opened,
  starting: Promise<StandIn>,
): Promise<StandIn> {
  return opened.adopt(await starting, standIn => standIn.close());
}

function atName(address: string, name: string): string {
  return address.replace('127.0.0.1', name);
}
