import type { DescribedEngine, SpeechEngine, TranscriptionEngine } from '#engines/ports.ts';
import { type ChosenEngines, chooseEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import { openDecoding } from '#server/decoding/open-decoding.ts';
import { listAddresses } from '#server/engine-roles/providers.ts';
import type { Role, SpeechRole } from '#server/engine-roles/role.ts';
import { describeFoundServers, withFoundServers } from '#server/find-servers.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { getLanguage } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { type Examination, examineRole, type Finding, type RoleToExamine } from './examine-role.ts';
import { formatColumns, formatText } from './format-columns.ts';
import { type TryParts, tryScript, trySpeech, tryTranscription, tryVision } from './try-steps.ts';

interface OfflineOptions {
  /** Where an AI server was looked for. */
  readonly ports: readonly number[];
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

const advice =
  'Fetch an AI for this machine: npm run models -- get standard. Or connect one with a key or a server: docs/guides/connect-an-ai.md.';

const premiumVoice: Voice = 'Rachel';

export interface ExamineOptions {
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
export async function examine({
  environment,
  print,
  signal,
  failedChecks: found = [],
}: ExamineOptions): Promise<boolean> {
  const config = await withFoundServers(readConfig(environment), signal);
  for (const line of config.foundServers ? describeFoundServers(config.foundServers) : [])
    print(formatText(`${line}.`));
  await using opened = new AsyncDisposableStack();
  const decoding = opened.adopt(
    openDecoding({
      maxSeconds: config.maxVideoSeconds,
      textLanguages: config.offlineTextLanguages,
      workers: 1,
    }),
    each => each.close(),
  );
  const engines = opened.adopt(await chooseEngines(config, decoding), each => each.close());
  if (isNothingSetUp(engines)) {
    await describeOffline(engines.vision.current, { ports: config.serverPorts, print, signal });
    if (found.length > 0) print(`\n${formatText(describeFailed(found))}`);
    return found.length === 0;
  }
  const findings = await examineAll(engines, listAddresses(config), {
    print,
    prices: config.prices,
    signal,
  });
  const idle = findIdle(findings);
  for (const [id, reason] of idle) print(formatColumns(id, `Set up, but not used. ${reason}`));
  print('');
  const failed = findings.filter(({ isOk }) => !isOk).map(({ name }) => name);
  const failedChecks = [...found, ...failed, ...idle.keys()];
  print(formatText(failedChecks.length === 0 ? 'Everything works.' : describeFailed(failedChecks)));
  return failedChecks.length === 0;
}

function describeFailed(names: readonly string[]): string {
  return `Failed: ${names.join(', ')}.`;
}

function isNothingSetUp({ vision, script, speech, transcription }: ChosenEngines): boolean {
  const hearing = transcription ? [transcription] : [];
  const roles = [vision, script, speech.standard, speech.premium, ...hearing];
  return roles.every(({ candidates }) => candidates.every(({ engine }) => engine.provider.isOffline));
}

async function examineAll(
  { vision, script, speech, transcription }: ChosenEngines,
  addresses: ReturnType<typeof listAddresses>,
  examination: Examination,
): Promise<Finding[]> {
  const { standard, premium } = speech;
  const looking = { name: 'looking', role: vision, choose: chooseBy(vision), test: tryVision };
  const writing = { name: 'writing', role: script, choose: chooseBy(script), test: tryScript };
  const speaking = toSpeak('speaking', standard, defaultVoice);
  const premiumSpeaking = toSpeak('premium speaking', premium, premiumVoice);
  return [
    await examineRole({ ...looking, addresses: addresses.vision }, examination),
    await examineRole({ ...writing, addresses: addresses.script }, examination),
    await examineRole({ ...speaking, addresses: addresses.speech }, examination),
    await examineRole({ ...premiumSpeaking, addresses: addresses.speech }, examination),
    ...(transcription ? await examineTranscription(transcription, standard, addresses, examination) : []),
  ];
}

/** Transcription is optional: a server that only looks and writes is no failure. */
async function examineTranscription(
  role: Role<TranscriptionEngine>,
  { candidates }: SpeechRole,
  addresses: ReturnType<typeof listAddresses>,
  examination: Examination,
): Promise<Finding[]> {
  const name = 'transcribing';
  await role.choose(examination.signal);
  if (role.readiness?.kind === 'unable') {
    examination.print(formatColumns(name, `No provider. ${role.readiness.error.operatorMessage}`));
    return [];
  }
  const offlineSpeech = candidates.find(({ engine }) => engine.provider.isOffline)?.engine;
  if (!offlineSpeech) return [];
  const test = (engine: TranscriptionEngine, parts: TryParts) =>
    tryTranscription(engine, offlineSpeech, parts);
  const hearing = { name, role, choose: chooseBy(role), test };
  return [await examineRole({ ...hearing, addresses: addresses.transcription }, examination)];
}

function chooseBy<Engine extends DescribedEngine>(role: Role<Engine>) {
  return (signal: AbortSignal) => role.choose(signal);
}

function toSpeak(
  name: string,
  role: SpeechRole,
  voice: Voice,
): Omit<RoleToExamine<SpeechEngine>, 'addresses'> {
  return {
    name,
    role,
    choose: signal => role.chooseFor(getLanguage('English'), signal),
    test: (engine, parts) => trySpeech(engine, voice, parts),
  };
}

function findIdle(findings: readonly Finding[]): Map<string, string> {
  const reasons = new Map(findings.flatMap(({ unable }) => [...unable]));
  for (const { id } of findings) if (id !== undefined) reasons.delete(id);
  return reasons;
}

/** Without an AI: prints what the offline engine can do, where an AI was looked for, and how to get one. */
async function describeOffline(
  offlineVision: DescribedEngine,
  { ports, print, signal }: OfflineOptions,
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
