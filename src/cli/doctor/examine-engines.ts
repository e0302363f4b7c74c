import type { DescribedEngine, Readiness } from '#engines/ports.ts';
import { isOwnServer } from '#engines/provider/prepare-connection.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { findAddress } from '#server/engine-roles/providers.ts';
import { describeEnd, type Role } from '#server/engine-roles/role.ts';
import { describeFoundServers } from '#server/find-servers.ts';
import { listRoles, type RoleToTry, tryStep } from '#server/setup/try-steps.ts';
import { openParts } from '../narrate/open-parts.ts';
import { formatColumns, formatText } from './format-columns.ts';

const advice =
  'Fetch an AI for this machine: npm run models -- get standard. Or connect one with a key or a server: docs/guides/connect-an-ai.md.';

interface ExamineOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
  readonly failedChecks?: readonly string[];
}

/**
 * Tests each step of a narration and prints the results.
 * @returns whether everything that is set up works
 * @throws ConfigError, CodedError `client_closed`
 */
export async function examine({ environment, print, signal, failedChecks = [] }: ExamineOptions) {
  await using parts = await openParts(readConfig(environment), 1, signal);
  const { config, engines } = parts;
  for (const line of config.foundServers ? describeFoundServers(config.foundServers) : [])
    print(formatText(`${line}.`));
  const roles = listRoles(engines);
  if (roles.every(({ role }) => role.candidates.every(({ engine }) => engine.provider.isOffline))) {
    await describeOffline(engines.vision.current, config.serverPorts, { print, signal });
    if (failedChecks.length > 0) print(`\n${describeFailed(failedChecks)}`);
    return failedChecks.length === 0;
  }
  const findings: Finding[] = [];
  for (const role of roles) {
    const finding = await examineRole(role, { print, config, signal });
    if (finding) findings.push(finding);
  }
  const idle = findIdle(findings);
  for (const [id, reason] of idle) print(formatColumns(id, `Set up, but not used. ${reason}`));
  print('');
  const failedSteps = findings.filter(({ isOk }) => !isOk).map(({ name }) => name);
  const failed = [...failedChecks, ...failedSteps, ...idle.keys()];
  print(failed.length === 0 ? 'Everything works.' : describeFailed(failed));
  return failed.length === 0;
}

function describeFailed(names: readonly string[]): string {
  return formatText(`Failed: ${names.join(', ')}.`);
}

interface Finding {
  readonly name: string;
  readonly isOk: boolean;
  readonly id?: string | undefined;
  /** Why each preferred candidate cannot do it, by id. */
  readonly unable: ReadonlyMap<string, string>;
}

interface Examination extends Pick<ExamineOptions, 'print' | 'signal'> {
  readonly config: Config;
}

const stepNames = { vision: 'looking', script: 'writing', speech: 'speaking', transcription: 'transcribing' };

/**
 * Tests a step as a narration would use it, and prints the engine and the result.
 * @returns undefined for a transcription that nobody can do: it is optional, and a server that only looks and writes is no failure
 * @throws CodedError `client_closed`
 */
export async function examineRole(
  { step, isPremium, role, choose }: RoleToTry,
  { print, config, signal }: Examination,
): Promise<Finding | undefined> {
  const name = isPremium ? `premium ${stepNames[step]}` : stepNames[step];
  const chosen = await choose(signal);
  const { engine, readiness } = chosen;
  if (step === 'transcription' && readiness?.kind === 'unable') {
    print(formatColumns(name, `No provider. ${readiness.error.operatorMessage}`));
    return undefined;
  }
  const at = role.candidates.findIndex(candidate => candidate.engine === engine);
  const unable = await findUnable(role.candidates.slice(0, Math.max(0, at)), signal);
  const id = role.candidates[at]?.id;
  print(formatColumns(name, describeEngine(engine, readiness, id && findAddress(config, id, step))));
  for (const reason of unable.values()) print(formatColumns('  passed over', reason));
  if (readiness?.kind === 'ready' && readiness.note) print(formatColumns('  note', readiness.note));
  if (engine.provider.isOffline) {
    if (unable.size < at) print(formatColumns('  note', 'Offline scripts need offline vision.'));
    return { name, id, unable, isOk: true };
  }
  const ending = describeEnd(readiness);
  if (ending) print(formatColumns('  warning', ending));
  const { trial, causes } = await tryStep(chosen, { prices: config.prices, signal });
  const { isOk, sentence, seconds, cost } = trial;
  const facts = [`${seconds.toFixed(1)} s`, cost].filter(Boolean).join(', ');
  const said = [sentence, ...causes.map(each => `[${each}]`), `(${facts})`].join(' ');
  print(formatColumns(isOk ? '  ok' : '  failed', said));
  return { name, id, unable, isOk };
}

function findIdle(findings: readonly Finding[]): Map<string, string> {
  const reasons = new Map(findings.flatMap(({ unable }) => [...unable]));
  for (const { id } of findings) if (id !== undefined) reasons.delete(id);
  return reasons;
}

/** Without an AI: prints what the offline engine can do, where an AI was looked for, and how to get one. */
async function describeOffline(
  offlineVision: DescribedEngine,
  ports: readonly number[],
  { print, signal }: Pick<ExamineOptions, 'print' | 'signal'>,
): Promise<void> {
  const readiness = await offlineVision.checkReadiness?.(signal);
  const problems = readiness?.kind === 'ready' ? readiness.note : undefined;
  const work =
    problems === undefined
      ? 'It recognises 80 kinds of objects, reads text in Latin letters, and speaks.'
      : `It speaks. Part of it does not work. ${problems}`;
  print(formatText(`No AI is set up, so the offline engine is used. ${work}`));
  if (ports.length > 0)
    print(formatText(`No AI server that can be used was found on this machine (ports ${ports.join(', ')}).`));
  print('');
  print(formatText(advice));
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
