import { adviseModel, describeServerAt } from '#engines/openai-compatible/list-models.ts';
import type { DescribedEngine } from '#engines/ports.ts';
import type { SetupStep } from '#shared/api/setup.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Config } from './config/config.ts';
import type { FoundServers } from './config/engines.ts';
import { isAnySetUp } from './engine-roles/providers.ts';

/** Long enough for a busy server; nothing listens on most ports, and that is known at once. */
const longestMs = 3000;

export interface FoundServer {
  readonly port: number;
  /** `Ollama (port 11434)` */
  readonly name: string;
  readonly address: string;
  /** How to fetch a model that sees pictures, if the program has such a command. */
  readonly advice: FoundServers['advice'];
  readonly can: Readonly<Record<SetupStep, boolean>>;
  /** Those that may write. */
  readonly models: readonly { readonly name: string; readonly seesPictures?: boolean | undefined }[];
}

/**
 * Looks for AI servers on this machine if no provider is set up, and uses the first that can look and write, and the first that
 * can speak, and that can transcribe. Free of cost; only LOCAL_AI_PORTS are asked.
 * @throws CodedError `client_closed`
 */
export async function withFoundServers(config: Config, signal: AbortSignal): Promise<Config> {
  if (config.serverPorts.length === 0 || (await isAnySetUp(config))) return config;
  const servers = await findServers(config, signal);
  const main = servers.find(({ can }) => can.vision && can.script);
  const speaking = servers.find(({ can }) => can.speech);
  const hearing = servers.find(({ can }) => can.transcription);
  const advice = main ? [] : servers.flatMap(each => each.advice ?? []);
  const { openAi } = config;
  return {
    ...config,
    openAi: {
      ...openAi,
      ...(main && {
        vision: { ...openAi.vision, baseUrl: main.address },
        script: { ...openAi.script, baseUrl: main.address },
      }),
      ...(speaking && { speech: { ...openAi.speech, baseUrl: speaking.address } }),
      ...(hearing && { transcription: { ...openAi.transcription, baseUrl: hearing.address } }),
    },
    foundServers: {
      used: [...new Set([main, speaking, hearing])].flatMap(server => (server ? [server.name] : [])),
      advice: advice[0],
    },
  };
}

/** On LOCAL_AI_PORTS. @throws CodedError `client_closed` */
export async function findServers(config: Config, signal: AbortSignal): Promise<FoundServer[]> {
  const asked = await Promise.all(config.serverPorts.map(port => findServer(config, port, signal)));
  return asked.filter(server => server !== undefined);
}

/** Lines for the terminal; none if nothing was found. */
export function describeFoundServers({ used, advice }: FoundServers): string[] {
  return [
    ...(used.length > 0
      ? [`found and used on this machine: ${used.join(', ')}; LOCAL_AI_PORTS=none turns this off`]
      : []),
    ...(advice ? [`${advice.program} has no model that sees pictures; fetch one: ${advice.command}`] : []),
  ];
}

async function findServer(
  config: Config,
  port: number,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  using limited = limitSignal(longestMs, signal);
  const greeting = await fetch(`http://127.0.0.1:${port}/`, { signal: limited.signal, redirect: 'manual' })
    .then(readStart)
    .catch(() => undefined);
  requireNotCancelled(signal);
  if (greeting === undefined) return undefined;
  const address = `http://localhost:${port}/v1`;
  const access = { apiKey: undefined, baseUrl: address, model: undefined, maxRetries: 0 };
  const { maxSidePixels } = config.openAi;
  // Takes 10 MB, and most machines have no such server.
  const { offerOpenAi } = await import('#engines/openai/create-openai-engines.ts');
  const offer = offerOpenAi(
    { vision: access, script: access, speech: access, transcription: access, maxSidePixels },
    async () => [],
  );
  const isReady = async (engine: DescribedEngine | undefined) =>
    (await engine?.checkReadiness?.(limited.signal).catch(() => undefined))?.kind === 'ready';
  const can = {
    vision: await isReady(offer.vision),
    script: await isReady(offer.script),
    speech: await isReady(offer.speech),
    transcription: await isReady(offer.transcription),
  };
  const models = await listWriters(address, limited.signal);
  requireNotCancelled(signal);
  return {
    port,
    name: describeServerAt(port, greeting),
    address,
    advice: adviseModel(greeting),
    can,
    models,
  };
}

async function listWriters(baseUrl: string, signal: AbortSignal): Promise<FoundServer['models']> {
  const { findServer: list } = await import('#engines/openai-compatible/server.ts');
  const found = await list({ apiKey: undefined, baseUrl, maxRetries: 0 }, false, signal).catch(
    () => undefined,
  );
  const listed = (found?.kind === 'found' && found.listing.models) || [];
  return listed
    .filter(({ writes, isRemote }) => writes !== false && !isRemote)
    .map(({ name, seesPictures }) => ({ name, seesPictures }));
}

/** Any program may listen there, and its answer may have no end. */
async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
