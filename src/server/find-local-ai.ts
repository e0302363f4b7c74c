import { offerOpenAi } from '#engines/openai/create-openai-engines.ts';
import type { DescribedEngine } from '#engines/ports.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Config } from './config/config.ts';
import type { LocalAi } from './config/engines.ts';
import { isAnySetUp } from './engine-roles/providers.ts';

/** Programs with these default ports, by the vendors' documentation. */
const usualPrograms: Readonly<Record<number, string>> = {
  11434: 'Ollama',
  1234: 'LM Studio',
  8080: 'llama.cpp or LocalAI',
  8000: 'vLLM or Speaches',
  8880: 'Kokoro-FastAPI',
};

/** Fetches a model for Ollama that looks at pictures and writes: 1.9 GB (ollama.com/library/qwen3-vl). */
export const ollamaAdvice = 'ollama pull qwen3-vl:2b-instruct';

/** Long enough for a busy server; nothing listens on most ports, and that is known at once. */
const longestMs = 3000;

interface FoundServer {
  readonly port: number;
  readonly isOllama: boolean;
  readonly can: Readonly<Record<'vision' | 'script' | 'speech', boolean>>;
}

/**
 * Looks for AI servers on this machine if no provider is set up, and uses the first that can look and write, and the first that
 * can speak. Free of cost; only LOCAL_AI_PORTS are asked.
 * @throws CodedError `client_closed`
 */
export async function withLocalAi(config: Config, signal: AbortSignal): Promise<Config> {
  if (config.localAiPorts.length === 0 || (await isAnySetUp(config))) return config;
  const asked = await Promise.all(config.localAiPorts.map(port => findServer(config, port, signal)));
  const servers = asked.filter(server => server !== undefined);
  const main = servers.find(({ can }) => can.vision && can.script);
  const speaking = servers.find(({ can }) => can.speech);
  const lacksModel = main === undefined && servers.some(({ isOllama }) => isOllama);
  const { openAi } = config;
  return {
    ...config,
    openAi: {
      ...openAi,
      ...(main && {
        vision: { ...openAi.vision, baseUrl: toAddress(main.port) },
        script: { ...openAi.script, baseUrl: toAddress(main.port) },
      }),
      ...(speaking && { speech: { ...openAi.speech, baseUrl: toAddress(speaking.port) } }),
    },
    localAi: {
      used: [...new Set([main, speaking])].flatMap(server => (server ? [describeServer(server)] : [])),
      advice: lacksModel ? ollamaAdvice : undefined,
    },
  };
}

/** Lines for the terminal: what was found and is used, and how to turn it off. Empty if nothing was found. */
export function describeLocalAi({ used, advice }: LocalAi): string[] {
  return [
    ...(used.length > 0
      ? [`found and used on this machine: ${used.join(', ')}; LOCAL_AI_PORTS=none turns this off`]
      : []),
    ...(advice ? [`Ollama has no model that sees pictures; fetch one: ${advice}`] : []),
  ];
}

async function findServer(
  config: Config,
  port: number,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  using limited = limitSignal(longestMs, signal);
  const greeting = await fetch(`http://127.0.0.1:${port}/`, { signal: limited.signal, redirect: 'manual' })
    .then(response => response.text())
    .catch(() => undefined);
  requireNotCancelled(signal);
  if (greeting === undefined) return undefined;
  const access = { apiKey: undefined, baseUrl: toAddress(port), model: undefined, maxRetries: 0 };
  const { maxSidePixels } = config.openAi;
  const offer = offerOpenAi(
    { vision: access, script: access, speech: access, maxSidePixels },
    async () => [],
  );
  const isReady = async (engine: DescribedEngine | undefined) =>
    (await engine?.checkReadiness?.(signal))?.kind === 'ready';
  const can = {
    vision: await isReady(offer.vision),
    script: await isReady(offer.script),
    speech: await isReady(offer.speech),
  };
  // Its root says so (ollama 0.33, server/routes.go).
  return { port, isOllama: greeting.startsWith('Ollama is running'), can };
}

function toAddress(port: number): string {
  return `http://localhost:${port}/v1`;
}

function describeServer({ port, isOllama }: FoundServer): string {
  const name = isOllama ? 'Ollama' : usualPrograms[port];
  return name ? `${name} (port ${port})` : `port ${port}`;
}
