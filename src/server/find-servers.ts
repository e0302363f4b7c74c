import { adviseModel, describeServerAt } from '#engines/openai-compatible/list-models.ts';
import { type SetupStep, setupSteps } from '#shared/api/setup.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Config } from './config/config.ts';
import type { FoundServers } from './config/engines.ts';
import { isAnySetUp } from './engine-roles/providers.ts';

/** Long enough for a busy server; nothing listens on most ports, and that is known at once. */
const longestMs = 3000;

export type FoundServer = NonNullable<Awaited<ReturnType<typeof findServer>>>;

/**
 * Looks for AI servers on this machine if no provider is set up, and uses the first that can look and write, and the first that
 * can speak, and that can transcribe. Free of cost; only LOCAL_AI_PORTS are asked.
 * @throws CodedError `client_closed`
 */
export async function withFoundServers(config: Config, signal: AbortSignal): Promise<Config> {
  if (config.serverPorts.length === 0 || (await isAnySetUp(config))) return config;
  const servers = await findServers(config, signal);
  const findFor = (...steps: SetupStep[]) =>
    servers.find(({ does }) => steps.every(step => does.includes(step)));
  const [main, speaking, hearing] = [
    findFor('vision', 'script'),
    findFor('speech'),
    findFor('transcription'),
  ];
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

async function findServer(config: Config, port: number, signal: AbortSignal) {
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
  const does: SetupStep[] = [];
  for (const step of setupSteps) {
    const readiness = await offer[step]?.checkReadiness?.(limited.signal).catch(() => undefined);
    if (readiness?.kind === 'ready') does.push(step);
  }
  const models = await listWriters(address, limited.signal);
  requireNotCancelled(signal);
  return {
    port,
    /** `Ollama (port 11434)` */
    name: describeServerAt(port, greeting),
    address,
    /** How to fetch a model that sees pictures, if the program has such a command. */
    advice: adviseModel(greeting),
    does,
    models,
  };
}

/** The models that may write. */
async function listWriters(baseUrl: string, signal: AbortSignal) {
  const { findServer: list } = await import('#engines/openai-compatible/server.ts');
  const access = { apiKey: undefined, baseUrl, maxRetries: 0 };
  const found = await list(access, false, signal).catch(() => undefined);
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
