import { waitAtMost } from '#shared/async/limit-time.ts';
import type { AskServer } from './ask-server.ts';
import { listLlamaCpp } from './llama-cpp.ts';
import { listLmStudio } from './lm-studio.ts';
import { listLocalAi } from './local-ai.ts';
import { listOllama } from './ollama.ts';
import { describeEntry, type ModelEntry } from './read-entries.ts';
import type { ServerKind, ServerModel } from './server-model.ts';

/** A list of models as every server gives it, with where it was found. */
export interface PlainList {
  readonly apiUrl: string;
  /** Where the server's own interface begins: the same without `/v1`. */
  readonly rootUrl: string;
  readonly entries: readonly ModelEntry[];
  readonly headers: Headers;
}

/** A server that is none of these need not answer what it does not know; its plain list is there already. */
const longestProbeMs = 2000;

/**
 * Finds out what a server is, by marks that no other imitates, and what it has, by its own way of saying it. LocalAI imitates Ollama,
 * llama.cpp imitates Ollama's list, and LM Studio answers 200 to what it does not know: so LocalAI's own mark counts before
 * Ollama's, and only a body of the right shape counts at all.
 * @param isVendor nobody need ask what the vendor is
 */
export async function listModels(
  ask: AskServer,
  plain: PlainList,
  isVendor: boolean,
): Promise<{ kind: ServerKind; models: readonly ServerModel[] }> {
  const others = () => plain.entries.map(describeEntry);
  const kind = isVendor ? 'other' : findKindByList(plain);
  if (kind === 'llama.cpp') return { kind, models: await listLlamaCpp(ask, plain) };
  if (kind !== undefined && kind !== 'lm-studio') return { kind, models: others() };
  const [localAi, ollama, lmStudio] = await waitAtMost(
    longestProbeMs,
    Promise.all([
      kind ? undefined : listLocalAi(ask, plain).catch(() => undefined),
      kind ? undefined : listOllama(ask, plain).catch(() => undefined),
      listLmStudio(ask, plain).catch(() => undefined),
    ]),
    () => [],
  );
  if (localAi) return { kind: 'localai', models: localAi };
  if (ollama) return { kind: 'ollama', models: ollama };
  if (lmStudio) return { kind: 'lm-studio', models: lmStudio };
  return { kind: kind ?? 'other', models: others() };
}

/** Undefined where the list tells nothing. */
function findKindByList({ entries, headers }: PlainList): ServerKind | undefined {
  const owners = new Set(entries.map(({ owned_by: owner }) => owner));
  if (headers.get('server') === 'llama.cpp' || owners.has('llamacpp')) return 'llama.cpp';
  if (owners.has('vllm')) return 'vllm';
  if (owners.has('organization_owner')) return 'lm-studio';
  // Providers that say so much of their models are no server of the kinds that have to be asked further.
  return entries.some(({ architecture, task }) => architecture !== undefined || task !== undefined)
    ? 'other'
    : undefined;
}
