import type { Readiness } from '#engines/ports.ts';
import { chooseEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import { openDecoding } from '#server/decoding/open-decoding.ts';
import { limitSignal } from '#shared/async/limit-time.ts';
import { CodedError } from '#shared/errors.ts';
import { addressSettings, type LocalServer } from './local-addresses.ts';

const steps = ['vision', 'script', 'speech'] as const;

type Step = (typeof steps)[number];

/** A server on this machine and the steps that it can do. */
export interface FoundServer extends LocalServer {
  readonly can: Readonly<Record<Step, Readiness>>;
}

/** Long enough for a busy machine. */
const longestMs = 3000;

/**
 * Probes the addresses of this machine in parallel, without cost: whether a server answers, and which steps it can do.
 * @returns a result for each address in order; undefined if nothing answers
 * @throws CodedError `client_closed`
 */
export function findLocalServers(
  servers: readonly LocalServer[],
  signal: AbortSignal,
): Promise<(FoundServer | undefined)[]> {
  return Promise.all(
    servers.map(async server => {
      const isThere = await answers(server.port, signal);
      return isThere ? { ...server, can: await askForSteps(server.port, signal) } : undefined;
    }),
  );
}

/** Whether any HTTP answer comes. */
async function answers(port: number, signal: AbortSignal): Promise<boolean> {
  using limited = limitSignal(longestMs, signal);
  const asked = { signal: limited.signal, redirect: 'manual' } as const;
  return fetch(`http://127.0.0.1:${port}/`, asked).then(
    async ({ body }) => {
      await body?.cancel();
      return true;
    },
    () => false,
  );
}

async function askForSteps(port: number, signal: AbortSignal): Promise<FoundServer['can']> {
  const config = readConfig({ [addressSettings.all]: `http://127.0.0.1:${port}/v1` });
  await using opened = new AsyncDisposableStack();
  // Opens no video, so that no decoder process is started.
  const decodingOptions = { maxSeconds: config.maxVideoSeconds, textLanguages: config.offlineTextLanguages };
  const decoding = opened.adopt(openDecoding(decodingOptions), each => each.close());
  const roles = opened.adopt(await chooseEngines(config, decoding), each => each.close());
  const [{ engine: vision }] = roles.vision.candidates;
  const [{ engine: script }] = roles.script.candidates;
  const [{ engine: speech }] = roles.speech.standard.candidates;
  const ask = async (engine: { checkReadiness?(signal: AbortSignal): Promise<Readiness> }) =>
    (await engine.checkReadiness?.(signal)) ?? unasked;
  return { vision: await ask(vision), script: await ask(script), speech: await ask(speech) };
}

const unasked: Readiness = { kind: 'unable', error: new CodedError('provider_unavailable') };

/**
 * The settings with which each step uses the first server that can do it, with as few servers as possible.
 * @returns one `NAME=value` each; empty if no server can do anything
 */
export function composeSettings(found: readonly FoundServer[]): string[] {
  const pick = (step: Step) => found.find(({ can }) => can[step].kind === 'ready')?.port;
  const chosen = { vision: pick('vision'), script: pick('script'), speech: pick('speech') };
  const main = chosen.vision !== undefined && canWrite(found, chosen.vision) ? chosen.vision : undefined;
  const settings = main === undefined ? [] : [describe(addressSettings.all, main)];
  for (const step of steps) {
    const port = chosen[step];
    const isDone =
      main !== undefined && found.some(each => each.port === main && each.can[step].kind === 'ready');
    if (port !== undefined && !isDone) settings.push(describe(addressSettings[step], port));
  }
  return settings;
}

function canWrite(found: readonly FoundServer[], port: number): boolean {
  return found.some(each => each.port === port && each.can.script.kind === 'ready');
}

function describe(setting: string, port: number): string {
  return `${setting}=http://localhost:${port}/v1`;
}
