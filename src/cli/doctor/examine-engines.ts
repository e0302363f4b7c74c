import type {
  DescribedEngine,
  NoteUsage,
  Readiness,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  Usage,
  VisionEngine,
} from '#engines/ports.ts';
import type { PriceList } from '#engines/prices/prices.ts';
import { computeCost } from '#engines/prices/prices.ts';
import { isOwnServer } from '#engines/provider/prepare-connection.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { tidyScript } from '#narration/tidy-answer.ts';
import { takeHearable } from '#narration/transcribe.ts';
import { type ChosenEngines, chooseEngines } from '#server/choose-engines.ts';
import { readConfig } from '#server/config/config.ts';
import { addUp, billCall, toCost, toDay } from '#server/costs/account-costs.ts';
import { openDecoding } from '#server/decoding/open-decoding.ts';
import { listAddresses } from '#server/engine-roles/providers.ts';
import { describeEnd, type Role, type SpeechRole } from '#server/engine-roles/role.ts';
import { describeFoundServers, withFoundServers } from '#server/find-servers.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { describeCost } from '#shared/describe-values.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage } from '#shared/languages.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';
import { describeSeconds, formatColumns, formatText } from './format-columns.ts';

const advice =
  'Fetch an AI for this machine: npm run models -- get standard. Or connect one with a key or a server: docs/guides/connect-an-ai.md.';

const premiumVoice: Voice = 'Rachel';

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
    await describeOffline(engines.vision.current, config.serverPorts, { print, signal });
    if (found.length > 0) print(`\n${formatText(describeFailed(found))}`);
    return found.length === 0;
  }
  const examination = { print, prices: config.prices, signal };
  const findings = await examineAll(engines, listAddresses(config), examination);
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
  const looking = { name: 'looking', role: vision, addresses: addresses.vision, test: tryVision };
  const writing = { name: 'writing', role: script, addresses: addresses.script, test: tryScript };
  const toSpeak = (name: string, role: SpeechRole, voice: Voice): RoleToExamine<SpeechEngine> => ({
    name,
    role,
    addresses: addresses.speech,
    choose: signal => role.chooseFor(getLanguage('English'), signal),
    test: (engine, parts) => trySpeech(engine, voice, parts),
  });
  return [
    await examineRole(looking, examination),
    await examineRole(writing, examination),
    await examineRole(toSpeak('speaking', standard, defaultVoice), examination),
    await examineRole(toSpeak('premium speaking', premium, premiumVoice), examination),
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
  return [await examineRole({ name, role, addresses: addresses.transcription, test }, examination)];
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

interface RoleToExamine<Engine extends DescribedEngine> {
  readonly name: string;
  readonly role: Role<Engine>;
  readonly addresses: Readonly<Record<string, string | undefined>>;
  choose?(signal: AbortSignal): Promise<Engine>;
  test(engine: Engine, parts: TryParts): Promise<Outcome>;
}

interface Finding {
  readonly name: string;
  readonly isOk: boolean;
  readonly id: string | undefined;
  /** Why each preferred candidate cannot do it, by id. */
  readonly unable: ReadonlyMap<string, string>;
}

interface Examination {
  readonly print: (line: string) => void;
  readonly prices: PriceList;
  readonly signal: AbortSignal;
}

/**
 * Tests a step as a narration would use it, and prints the engine and the result.
 * @throws CodedError `client_closed`
 */
export async function examineRole<Engine extends DescribedEngine>(
  { name, role, addresses, choose = each => role.choose(each), test }: RoleToExamine<Engine>,
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
  const tried = test(engine, { noteUsage: usage => used.push(usage), signal });
  const { isOk, sentence } = await tried.catch(error => {
    if (signal.aborted) throw error;
    return fail(describeProblem(error));
  });
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

interface Outcome {
  readonly isOk: boolean;
  readonly sentence: string;
}

const pass = (sentence: string): Outcome => ({ isOk: true, sentence });
const fail = (sentence: string): Outcome => ({ isOk: false, sentence });

interface TryParts {
  readonly noteUsage: NoteUsage;
  readonly signal: AbortSignal;
}

/** A JPEG of 64 × 64 pixels, all of them red. */
const redPicture = new Uint8Array(
  Buffer.from(
    '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBD' +
      'ARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCABAAEAD' +
      'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAA' +
      'AAUG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AjgJ7XgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/9k=',
    'base64',
  ),
);

export async function tryVision(vision: VisionEngine, { noteUsage, signal }: TryParts): Promise<Outcome> {
  const said = await vision.analyze({
    prompt: 'Name the colour that fills the picture.',
    frames: [{ seconds: 0, jpeg: redPicture }],
    durationSeconds: 1,
    noteUsage,
    signal,
  });
  return /\b(?:red|crimson|scarlet)\b/iu.test(said)
    ? pass('It named the colour of a red image.')
    : fail(`It did not name the colour of a red image. Its answer: ${quote(said)}`);
}

function quote(text: string): string {
  const longest = 160;
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return `“${line.length > longest ? `${line.slice(0, longest)}…` : line}”`;
}

const notes =
  'A red kite circles above a green hill. 0.5: it hangs in the wind. 3.5: it dives towards a lake.';
const welsh = getLanguage('Welsh');

/** Tests whether the model writes in the requested language: Welsh, because models that ignore the request write English. */
async function tryScript(script: ScriptEngine, parts: TryParts): Promise<Outcome> {
  const prompt = 'One calm sentence about the bird.';
  const asked = { analysis: notes, prompt, language: welsh, durationSeconds: 6, ...parts };
  const written = (await Array.fromAsync(script.writeScript(asked))).join('');
  const { name } = await detectLanguage(tidyScript(written));
  return name === welsh.name
    ? pass('It wrote a sentence in Welsh.')
    : fail(`It wrote ${name} instead of Welsh. Narrations may be in the wrong language. Try a larger model.`);
}

const spokenText = 'A red kite circles above the green hill, and the wind carries it.';
/** The sentence takes about four and a half seconds; fast and slow voices stay within these limits. */
const shortestSeconds = 1.5;
const longestSeconds = 15;
/** Speech peaks well above -26 dB; below -40 dB even noise counts as silence. */
const quietestPeak = 0.05;

async function trySpeech(speech: SpeechEngine, voice: Voice, parts: TryParts): Promise<Outcome> {
  const sound = await speech.speak({ text: spokenText, voice, language: getLanguage('English'), ...parts });
  const { seconds, peak } = await measureSound(sound, 2 * longestSeconds, parts.signal);
  const length = `${seconds.toFixed(1)} s of sound`;
  if (peak < quietestPeak) return fail(`${voice}: ${length}, but silent.`);
  if (seconds < shortestSeconds) return fail(`${voice}: ${length}, too short for the sentence.`);
  if (seconds > longestSeconds)
    return fail(`${voice}: more than ${longestSeconds} s of sound for one sentence.`);
  return pass(`${voice} spoke a sentence: ${length}.`);
}

/** Of the spoken sentence. A small model may mishear the offline voice, but not all of them. */
const wordsToHear = ['red', 'kite', 'green', 'hill', 'wind'];

async function tryTranscription(
  engine: TranscriptionEngine,
  offlineSpeech: SpeechEngine,
  parts: TryParts,
): Promise<Outcome> {
  const spoken = { text: spokenText, voice: defaultVoice, language: getLanguage('English') };
  const sound = await offlineSpeech.speak({ ...spoken, signal: parts.signal });
  const pieces = await Array.fromAsync(encodeMp3(readPlain(sound, parts.signal)));
  const hearable = takeHearable(joinArrays(Uint8Array, pieces));
  const { segments } = await engine.transcribe({ ...hearable, ...parts });
  const heard = segments.map(({ text }) => text).join(' ');
  const understood = wordsToHear.filter(word => heard.toLowerCase().includes(word));
  return understood.length > 1
    ? { isOk: true, sentence: 'It understood a spoken sentence.' }
    : { isOk: false, sentence: `It did not understand a spoken sentence. Its answer: ${quote(heard)}` };
}

/** @returns its length, and its largest absolute sample, at most 1 */
async function measureSound(sound: SpokenSound, maxSeconds: number, signal: AbortSignal) {
  let seconds = 0;
  let peak = 0;
  for await (const { samples, sampleRateHz } of readPlain(sound, signal)) {
    seconds += samples.length / sampleRateHz;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    if (seconds > maxSeconds) break;
  }
  return { seconds, peak };
}
