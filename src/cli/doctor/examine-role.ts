import type { DescribedEngine, Readiness, Usage } from '#engines/ports.ts';
import { computeCost } from '#engines/prices/compute-cost.ts';
import type { PriceList } from '#engines/prices/price-schema.ts';
import { isOwnServer } from '#engines/provider/prepare-connection.ts';
import { addUp, billCall, toCost, toDay } from '#server/costs/account-costs.ts';
import { describeEnd, type Role } from '#server/engine-roles/role.ts';
import { describeCost } from '#shared/describe-values.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { describeSeconds, formatColumns } from './format-columns.ts';
import type { Outcome, TryParts } from './try-steps.ts';

export interface RoleToExamine<Engine extends DescribedEngine> {
  readonly name: string;
  readonly role: Role<Engine>;
  /** The server address of each candidate, by id. */
  readonly addresses: Readonly<Record<string, string | undefined>>;
  choose(signal: AbortSignal): Promise<Engine>;
  test(engine: Engine, parts: TryParts): Promise<Outcome>;
}

export interface Finding {
  readonly name: string;
  readonly isOk: boolean;
  readonly id: string | undefined;
  /** Why each preferred candidate cannot do it, by id. */
  readonly unable: ReadonlyMap<string, string>;
}

export interface Examination {
  readonly print: (line: string) => void;
  readonly prices: PriceList;
  readonly signal: AbortSignal;
}

/**
 * Tests a step as a narration would use it, and prints the engine and the result.
 * @throws CodedError `client_closed`
 */
export async function examineRole<Engine extends DescribedEngine>(
  { name, role, addresses, choose, test }: RoleToExamine<Engine>,
  { print, prices, signal }: Examination,
): Promise<Finding> {
  const engine = await choose(signal);
  const at = role.candidates.findIndex(candidate => candidate.engine === engine);
  const unable = await findUnable(role.candidates.slice(0, Math.max(0, at)), signal);
  const id = role.candidates[at]?.id;
  const finding = { name, id, unable };
  const readiness = await engine.checkReadiness?.(signal);
  print(formatColumns(name, describeEngine(engine, readiness, id && addresses[id])));
  for (const reason of unable.values()) print(formatColumns('  passed over', reason));
  if (readiness?.kind === 'ready' && readiness.note) print(formatColumns('  note', readiness.note));
  if (engine.provider.isOffline) {
    if (unable.size < at) print(formatColumns('  note', 'Offline scripts need offline vision.'));
    return { ...finding, isOk: true };
  }
  if (readiness && readiness.kind !== 'ready') {
    print(formatColumns('  failed', readiness.error.operatorMessage));
    return { ...finding, isOk: false };
  }
  const ending = describeEnd(readiness);
  if (ending) print(formatColumns('  warning', ending));
  const used: Usage[] = [];
  const begun = performance.now();
  const { isOk, sentence } = await reportFailure(
    test(engine, { noteUsage: usage => used.push(usage), signal }),
    signal,
  );
  const facts = [describeSeconds(performance.now() - begun), describeSpent(used, prices)];
  print(formatColumns(isOk ? '  ok' : '  failed', `${sentence} (${facts.filter(Boolean).join(', ')})`));
  return { ...finding, isOk };
}

async function findUnable(
  candidates: Role<DescribedEngine>['candidates'][number][],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const unable = new Map<string, string>();
  for (const { id, engine } of candidates) {
    const readiness = await engine.checkReadiness?.(signal);
    if (readiness?.kind === 'unable') unable.set(id, readiness.error.operatorMessage);
  }
  return unable;
}

function describeEngine(
  { provider, model: knownModel }: DescribedEngine,
  readiness: Readiness | undefined,
  address: string | undefined,
): string {
  // Several own servers may have the same engine name, so the host is added.
  const place = address !== undefined && isOwnServer(address) ? ` (${new URL(address).host})` : '';
  const model = readiness?.kind === 'ready' ? readiness.model : knownModel;
  const found = readiness?.kind === 'ready' ? `: ${readiness.found}` : '';
  return `${provider.name}${place}${model === undefined ? '' : ` with ${model}`}${found}.`;
}

function reportFailure(trying: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  return trying.catch(error => {
    if (signal.aborted) throw error;
    return { isOk: false, sentence: describeProblem(error) };
  });
}

/** The message, and those of the causes that are our own. */
function describeProblem(error: unknown): string {
  if (!(error instanceof CodedError)) throw error;
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof LoggedCause) causes.push(cause.message);
  return [error.operatorMessage, ...causes.map(each => `[${each}]`)].join(' ');
}

function describeSpent(used: readonly Usage[], prices: PriceList, now = new Date()): string | undefined {
  const cost = toCost(addUp(used.map(usage => billCall(computeCost(usage, prices, toDay(now))))));
  return cost ? describeCost(cost) : undefined;
}
