import { createOfflineSpeech } from '#engines/offline/speech.ts';
import type {
  DescribedEngine,
  EngineOffer,
  NoteUsage,
  Readiness,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  Usage,
  VisionEngine,
} from '#engines/ports.ts';
import { computeCost, type PriceList } from '#engines/prices/prices.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { tidyScript } from '#narration/tidy-answer.ts';
import { takeHearable } from '#narration/transcribe.ts';
import type { SetupStep, StepTrial } from '#shared/api/setup.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { describeCost, describeWait } from '#shared/describe-values.ts';
import { CodedError, LoggedCause } from '#shared/errors.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { type FailureName, failureMessages, trialMessages } from '#shared/messages/trials.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';
import type { EngineRoles } from '../choose-engines.ts';
import { addUp, billCall, toCost, toDay } from '../costs/account-costs.ts';
import { findVendorPages } from '../engine-roles/providers.ts';
import { Role, SpeechRole } from '../engine-roles/role.ts';

/** A step, its engines, and what the one that is chosen is asked to show. */
export type RoleToTry = ReturnType<typeof toTry>;

type StepToTry = Awaited<ReturnType<RoleToTry['choose']>>;

type Test<Engine> = (engine: Engine, parts: TestParts, readiness?: Readiness) => Promise<Outcome>;

interface TestParts {
  readonly noteUsage: NoteUsage;
  readonly signal: AbortSignal;
}

/** Every role of a narration. */
export function listRoles({ vision, script, speech, transcription }: EngineRoles): RoleToTry[] {
  return [
    toTry('vision', vision, tryVision),
    toTry('script', script, tryScript),
    toSpeak(speech.standard, defaultVoice),
    toSpeak(speech.premium, premiumVoice),
    ...(transcription ? [toTry('transcription', transcription, tryTranscription)] : []),
  ];
}

/** What one provider does; premium speech if it speaks no standard voices. */
export function listRolesOf(offer: EngineOffer): RoleToTry[] {
  const { id, vision, script, speech, premiumSpeech, transcription } = offer;
  return [
    vision && toTry('vision', new Role([{ id, engine: vision }]), tryVision),
    script && toTry('script', new Role([{ id, engine: script }]), tryScript),
    speech && toSpeak(new SpeechRole([{ id, engine: speech }]), defaultVoice),
    !speech && premiumSpeech && toSpeak(new SpeechRole([{ id, engine: premiumSpeech }]), premiumVoice),
    transcription && toTry('transcription', new Role([{ id, engine: transcription }]), tryTranscription),
  ].filter(role => role !== undefined && role !== false);
}

const premiumVoice: Voice = 'Rachel';

function toSpeak(role: SpeechRole, voice: Voice): RoleToTry {
  const test: Test<SpeechEngine> = (engine, parts) => trySpeech(engine, voice, parts);
  const choose = (signal: AbortSignal) => role.chooseFor(getLanguage('English'), signal);
  return { ...toTry('speech', role, test, choose), isPremium: voice === premiumVoice };
}

function toTry<Engine extends DescribedEngine>(
  step: SetupStep,
  role: Role<Engine>,
  test: Test<Engine>,
  choose = (signal: AbortSignal) => role.choose(signal),
) {
  return {
    step,
    isPremium: false,
    role,
    /** The engine that a narration would use. @throws CodedError `client_closed` */
    async choose(signal: AbortSignal) {
      const engine = await choose(signal);
      const readiness = await engine.checkReadiness?.(signal);
      // Undefined if the engine is none of the role's candidates.
      const id = role.candidates.find(candidate => candidate.engine === engine)?.id;
      return { step, id, engine, readiness, test: (parts: TestParts) => test(engine, parts, readiness) };
    },
  };
}

interface TrialOptions {
  readonly prices: PriceList;
  readonly signal: AbortSignal;
}

/**
 * Tries steps one after the other, without premium speech beside standard speech, and without those that are done offline.
 * @param steps by default all, without those that a provider cannot do if it does another
 * @throws CodedError `client_closed`
 */
export async function* trySteps(
  roles: readonly RoleToTry[],
  { steps, ...options }: TrialOptions & { readonly steps?: readonly SetupStep[] | undefined },
): AsyncGenerator<{ begun: { step: SetupStep; provider: string } } | { trial: StepTrial }> {
  const isWanted = ({ step }: RoleToTry, at: number) =>
    (!steps || steps.includes(step)) && roles.findIndex(role => role.step === step) === at;
  const chosen = await Promise.all(roles.filter(isWanted).map(role => role.choose(options.signal)));
  const online = chosen.filter(({ engine }) => !engine.provider.isOffline);
  const able = online.filter(({ readiness }) => readiness?.kind !== 'unable');
  for (const each of steps || able.length === 0 ? online : able) {
    yield { begun: { step: each.step, provider: each.engine.provider.name } };
    yield { trial: (await tryStep(each, options)).trial };
  }
}

/**
 * @returns also the causes of a failure that are our own, for a terminal
 * @throws CodedError `client_closed`
 */
export async function tryStep(
  { step, id, engine, readiness, test }: StepToTry,
  { prices, signal }: TrialOptions,
): Promise<{ trial: StepTrial; causes: string[] }> {
  const used: Usage[] = [];
  const begun = performance.now();
  const { isOk, sentence, helpUrl, causes = [] } = await findOutcome();
  const cost = describeSpent(used, prices);
  const model = readiness?.kind === 'ready' ? readiness.model : engine.model;
  const trial = {
    step,
    provider: engine.provider.name,
    ...(model !== undefined && { model }),
    isOk,
    sentence,
    ...(helpUrl !== undefined && { helpUrl }),
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    ...(cost !== undefined && { cost }),
  };
  return { trial, causes };

  async function findOutcome(): Promise<Outcome & Partial<ReturnType<typeof explainFailure>>> {
    try {
      if (readiness && readiness.kind !== 'ready') throw readiness.error;
      return await test({ noteUsage: usage => used.push(usage), signal });
    } catch (error) {
      if (signal.aborted || !(error instanceof CodedError)) throw error;
      return { isOk: false, ...explainFailure(error, engine, id) };
    }
  }
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

async function tryVision(vision: VisionEngine, { noteUsage, signal }: TestParts): Promise<Outcome> {
  const said = await vision.analyze({
    prompt: 'Name the colour that fills the picture.',
    frames: [{ seconds: 0, jpeg: redPicture }],
    durationSeconds: 1,
    noteUsage,
    signal,
  });
  return /\b(?:red|crimson|scarlet)\b/iu.test(said)
    ? pass(t(trialMessages.looks))
    : fail(t(trialMessages.looksWrong, { answer: quote(said) }));
}

function quote(text: string): string {
  const longest = 160;
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return `“${line.length > longest ? `${line.slice(0, longest)}…` : line}”`;
}

const notes =
  'A red kite circles above a green hill. 0.5: it hangs in the wind. 3.5: it dives towards a lake.';

/** Welsh, because models that ignore the request write English; another that the model knows if Welsh is none of them. */
function chooseLanguage(readiness?: Readiness): Language {
  const { languages = ['Welsh'] } = readiness?.kind === 'ready' ? readiness : {};
  const known = languages.includes('Welsh') ? 'Welsh' : languages.find(name => name !== 'English');
  return getLanguage(known ?? 'English');
}

/** Tests whether the model writes in the requested language. */
async function tryScript(script: ScriptEngine, parts: TestParts, readiness?: Readiness): Promise<Outcome> {
  const prompt = 'One calm sentence about the bird.';
  const language = chooseLanguage(readiness);
  const asked = { analysis: notes, prompt, language, durationSeconds: 6, ...parts };
  const written = (await Array.fromAsync(script.writeScript(asked))).join('');
  const { name } = await detectLanguage(tidyScript(written));
  return name === language.name
    ? pass(t(trialMessages.writes, { language: name }))
    : fail(t(trialMessages.writesAnother, { language: name, wanted: language.name }));
}

const spokenText = 'A red kite circles above the green hill, and the wind carries it.';
/** The sentence takes about four and a half seconds; fast and slow voices stay within these limits. */
const shortestSeconds = 1.5;
const longestSeconds = 15;
/** Speech peaks well above -26 dB; below -40 dB even noise counts as silence. */
const quietestPeak = 0.05;

async function trySpeech(speech: SpeechEngine, voice: Voice, parts: TestParts): Promise<Outcome> {
  const sound = await speech.speak({ text: spokenText, voice, language: getLanguage('English'), ...parts });
  const { seconds, peak } = await measureSound(sound, 2 * longestSeconds, parts.signal);
  const values = { voice, seconds: seconds.toFixed(1) };
  if (peak < quietestPeak) return fail(t(trialMessages.silent, values));
  if (seconds < shortestSeconds) return fail(t(trialMessages.tooShort, values));
  if (seconds > longestSeconds) return fail(t(trialMessages.tooLong, { voice, seconds: longestSeconds }));
  return pass(t(trialMessages.speaks, values));
}

/** Of the spoken sentence. A small model may mishear the offline voice, but not all of them. */
const wordsToHear = ['red', 'kite', 'green', 'hill', 'wind'];

async function tryTranscription(engine: TranscriptionEngine, parts: TestParts): Promise<Outcome> {
  await using opened = new AsyncDisposableStack();
  const offline = opened.adopt(createOfflineSpeech(), each => each.close());
  const spoken = { text: spokenText, voice: defaultVoice, language: getLanguage('English') };
  const sound = await offline.speak({ ...spoken, signal: parts.signal });
  const pieces = await Array.fromAsync(encodeMp3(readPlain(sound, parts.signal)));
  const hearable = takeHearable(joinArrays(Uint8Array, pieces));
  const { segments } = await engine.transcribe({ ...hearable, ...parts });
  const heard = segments.map(({ text }) => text).join(' ');
  const understood = wordsToHear.filter(word => heard.toLowerCase().includes(word));
  return understood.length > 1
    ? pass(t(trialMessages.hears))
    : fail(t(trialMessages.hearsWrong, { answer: quote(heard) }));
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

/** Failures for which a page of the vendor helps. */
const helpedBy = {
  keys: ['keyRejected', 'keyNotAllowed', 'keyOfAnother'],
  billing: ['outOfCredit', 'dailyLimit', 'dailyLimitFor', 'modelNotInPlan'],
  models: ['modelUnavailable', 'modelMissing', 'modelMissingAmong', 'modelMissingAmongMore', 'modelsUnknown'],
  status: [
    'unreachable',
    'connectionLost',
    'busyFor',
    'provider_busy',
    'provider_timeout',
    'provider_unavailable',
  ],
} as const satisfies Record<string, readonly FailureName[]>;

const connectionFaults: readonly (readonly [code: RegExp, Message<'provider'>])[] = [
  [/\b(?:ENOTFOUND|EAI_AGAIN)\b/u, trialMessages.nameNotFound],
  [/\bECONNREFUSED\b/u, trialMessages.nothingListens],
  [/CERT|\bERR_TLS_|\bUNABLE_TO_/u, trialMessages.notTrusted],
];

/**
 * A sentence for whoever connects an AI, the vendor's page that helps, and the causes that are our own, for a terminal.
 * @param id as in `EngineOffer`
 */
function explainFailure(error: CodedError, engine: DescribedEngine, id: string | undefined) {
  const { model, provider } = engine;
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof LoggedCause) causes.push(cause.message);
  const name = error.filled?.key.split('.')[1];
  const wait = describeWait(error.retryAfterSeconds ?? 0);
  const meaning = findMeaning(name, causes, model);
  const vendor = findVendorPages(id);
  const page = (['keys', 'billing', 'models', 'status'] as const).find(each =>
    helpedBy[each].some(helped => helped === name),
  );
  return {
    sentence: meaning
      ? t(meaning, { provider: provider.name, model: model ?? '', wait })
      : error.operatorMessage,
    // A compatible server has none of the vendor's pages.
    helpUrl: page && vendor && provider.name.startsWith(vendor.name) ? vendor[page] : undefined,
    causes,
  };
}

function findMeaning(name: string | undefined, causes: readonly string[], model: string | undefined) {
  // Also the answer to a wrong address, where no model was chosen before.
  if (name === 'modelUnavailable' && model === undefined) return failureMessages.wrongAddress;
  const isOfConnection = name === 'unreachable' || name === 'connectionLost';
  const fault = connectionFaults.find(([code]) => isOfConnection && causes.some(cause => code.test(cause)));
  const meanings: Partial<Record<string, Message<'provider' | 'model' | 'wait'>>> = failureMessages;
  return fault?.[1] ?? (name === undefined ? undefined : meanings[name]);
}
