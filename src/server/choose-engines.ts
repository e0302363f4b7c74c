import type { FastifyBaseLogger } from 'fastify';
import { createOfflineScript } from '#engines/offline/script.ts';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { createOfflineVision, type OfflineVisionWorker } from '#engines/offline/vision.ts';
import type {
  DescribedEngine,
  EngineOffer,
  Engines,
  FitPictures,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  VisionEngine,
} from '#engines/ports.ts';
import type { AskedVoice } from '#shared/api/fields.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { type Plan, plans } from '#shared/plans.ts';
import { getVoicePlan } from '#shared/voices.ts';
import { ConfigError } from './config/config.ts';
import type { EngineConfig } from './config/engines.ts';
import { listOffers, type MadeOffer } from './engine-roles/providers.ts';
import {
  type Candidate,
  type Candidates,
  describeEnd,
  Role,
  SpeechRole,
  VisionRole,
} from './engine-roles/role.ts';

/** Decodes images from clients in a child process: for offline engines, and for servers that accept only small images. */
export interface PictureDecoding {
  readonly visionWorker: OfflineVisionWorker;
  readonly fitPictures: FitPictures;
}

/** The engines of each role. Providers are asked when needed, so one that is down at the start can be used later. */
export interface EngineRoles {
  readonly vision: Role<VisionEngine>;
  readonly script: Role<ScriptEngine>;
  readonly speech: Readonly<Record<Plan, SpeechRole>>;
  /** Undefined if no provider is set up for it, or it is turned off. */
  readonly transcription?: Role<TranscriptionEngine> | undefined;
}

export interface ChosenEngines extends EngineRoles {
  readonly offers: readonly MadeOffer[];
  readonly offline: Engines;
  /** @param others keep the engines that they use, too */
  close(...others: readonly ChosenEngines[]): Promise<void>;
}

/**
 * The lowest plan that includes a voice. An own voice is as its provider: for all, unless it speaks for the premium plan only.
 * @throws CodedError `voice_gone` for an own voice of a provider that is not set up, or has none
 */
export function findVoicePlan({ speech }: Pick<EngineRoles, 'speech'>, voice: AskedVoice): Plan {
  if (typeof voice === 'string') return getVoicePlan(voice);
  const plan = plans.find(each => listVoiceOwners(speech[each]).some(({ id }) => id === voice.provider));
  if (!plan) throw new CodedError('voice_gone', { costsNothing: true });
  return plan;
}

export function listVoiceOwners(role: SpeechRole): readonly Candidate<SpeechEngine>[] {
  return role.candidates.filter(each => each.engine.listVoices && role.isSelectable(each));
}

interface WantedVoice {
  readonly voice: AskedVoice;
  readonly language: Language;
  /** For a preset; by default the first that speaks the language. */
  readonly provider?: string | undefined;
}

/**
 * The engine for a voice and a language.
 * @throws CodedError `voice_gone`; `bad_request` for a provider that calls may not name; `client_closed`
 */
export function chooseForVoice(
  engines: Pick<EngineRoles, 'speech'>,
  { voice, language, provider }: WantedVoice,
  signal: AbortSignal,
): Promise<SpeechEngine> {
  const role = engines.speech[findVoicePlan(engines, voice)];
  return role.chooseFor(language, signal, typeof voice === 'string' ? provider : voice.provider);
}

/**
 * The configured providers of each role, with offline engines as fallback.
 * @param earlier whose engines are used again where their settings are the same
 * @throws ConfigError if a named provider cannot do its role
 */
export async function chooseEngines(
  config: EngineConfig,
  decoding: PictureDecoding,
  earlier?: ChosenEngines,
): Promise<ChosenEngines> {
  const made = await listOffers(config, decoding.fitPictures, earlier?.offers);
  const offers = made.map(({ offer }) => offer);
  const offline = earlier?.offline ?? {
    vision: createOfflineVision(decoding.visionWorker),
    script: createOfflineScript(),
    speech: createOfflineSpeech(),
  };
  return {
    ...chooseNarrators(config, offers, offline),
    speech: chooseSpeakers(config, offers, offline.speech),
    transcription: chooseTranscribers(config, offers),
    offers: made,
    offline,
    close: async (...others) => {
      const kept = new Set(others.flatMap(each => [...listEngines(each.offers, each.offline)]));
      const ended = [...listEngines(made, offline)].filter(engine => !kept.has(engine));
      await Promise.all(ended.map(engine => engine.close?.()));
    },
  };
}

function listEngines(made: readonly MadeOffer[], offline: Engines): Set<DescribedEngine> {
  const engines = made.flatMap(({ offer: { id: _, ...roles } }) => Object.values(roles));
  return new Set([...engines, ...Object.values(offline)].filter(engine => engine !== undefined));
}

function chooseNarrators(
  { providers, preferred }: EngineConfig,
  offers: readonly EngineOffer[],
  offline: Engines,
): Pick<EngineRoles, 'vision' | 'script'> {
  if (providers.script === 'offline' && !['auto', 'offline'].includes(providers.vision))
    throw new ConfigError([
      'SCRIPT_PROVIDER is offline, which writes only from what is seen offline: set VISION_PROVIDER to offline, too.',
    ]);
  const setScript = { name: 'SCRIPT_PROVIDER', value: providers.script, preferred: preferred.script };
  const setVision = { name: 'VISION_PROVIDER', value: providers.vision, preferred: preferred.vision };
  const writers = collect(offers, ({ script }) => script);
  const viewers = collect(offers, ({ vision }) => vision);
  const script = new Role(listCandidates(setScript, writers, offline.script));
  const vision = new VisionRole(listCandidates(setVision, viewers, offline.vision), {
    script,
    offline: offline.vision,
  });
  return { vision, script };
}

/** For premium voices, providers made for them come first. */
function chooseSpeakers(
  { providers, preferred }: EngineConfig,
  offers: readonly EngineOffer[],
  offlineSpeech: SpeechEngine,
): EngineRoles['speech'] {
  const setStandard = { name: 'SPEECH_PROVIDER', value: providers.speech, preferred: preferred.speech };
  const setPremium = { name: 'PREMIUM_SPEECH_PROVIDER', value: providers.premiumSpeech };
  const madeForPremium = collect(offers, ({ premiumSpeech }) => premiumSpeech);
  const ids = new Set(madeForPremium.map(({ id }) => id));
  const standard = collect(offers, ({ speech }) => speech).map(candidate => ({
    ...candidate,
    isForPremium: ids.has(candidate.id),
  }));
  const premium = [...madeForPremium, ...standard.filter(({ isForPremium }) => !isForPremium)];
  const others = { mayBeOthers: true };
  return {
    standard: new SpeechRole(listCandidates(setStandard, standard, offlineSpeech, others)),
    premium: new SpeechRole(listCandidates(setPremium, premium, offlineSpeech, others)),
  };
}

/** There is no offline engine for it. */
function chooseTranscribers(
  { providers, preferred, transcribe }: EngineConfig,
  offers: readonly EngineOffer[],
): EngineRoles['transcription'] {
  const { transcription: value } = providers;
  if (transcribe === 'off') return undefined;
  const offered = collect(offers, ({ transcription }) => transcription);
  if (value !== 'auto') return new Role([findNamed({ name: 'TRANSCRIPTION_PROVIDER', value }, offered)]);
  const [first, ...rest] = prefer(offered, preferred.transcription);
  return first && new Role([first, ...rest]);
}

function collect<Engine>(
  offers: readonly EngineOffer[],
  pick: (offer: EngineOffer) => Engine | undefined,
): Candidate<Engine>[] {
  return offers.flatMap(offer => {
    const engine = pick(offer);
    return engine === undefined ? [] : [{ id: offer.id, engine }];
  });
}

interface ProviderSetting {
  readonly name: string;
  readonly value: string;
  /** Comes first if nobody is named, and if it is set up. */
  readonly preferred?: string | undefined;
}

function listCandidates<Engine extends DescribedEngine>(
  { name, value, preferred }: ProviderSetting,
  offered: readonly Candidate<Engine>[],
  offline: Engine,
  { mayBeOthers = false } = {},
): Candidates<Engine> {
  const last: Candidate<Engine> = { id: 'offline', engine: offline };
  if (value === 'offline' || (value === 'auto' && preferred === 'offline')) return [last];
  if (value === 'auto') return putFirst(prefer(offered, preferred), last);
  const wanted = findNamed({ name, value }, offered);
  const others = mayBeOthers ? putFirst(offered, last).filter(({ id }) => id !== value) : [];
  return [wanted, ...others];
}

/** @throws ConfigError if it is not set up */
function findNamed<Engine>(
  { name, value }: ProviderSetting,
  offered: readonly Candidate<Engine>[],
): Candidate<Engine> {
  const named = offered.find(({ id }) => id === value);
  if (named) return { ...named, isWanted: true };
  throw new ConfigError([
    `${name} is ${value}, which is not set up for this. Set its key or its base URL, or leave ${name} out.`,
  ]);
}

function prefer<Engine>(
  offered: readonly Candidate<Engine>[],
  preferred: string | undefined,
): readonly Candidate<Engine>[] {
  return offered.toSorted((one, other) => Number(other.id === preferred) - Number(one.id === preferred));
}

function putFirst<Engine>(
  offered: readonly Candidate<Engine>[],
  last: Candidate<Engine>,
): Candidates<Engine> {
  const [first, ...rest] = offered;
  return first ? [first, ...rest, last] : [last];
}

/**
 * Asks the providers of every role what they can do, at no cost, so that problems are in the log
 * before a visitor meets them. One role at a time, because local AI servers handle single requests best.
 * @returns `done` resolves when all were asked, or the check was stopped
 */
export function checkRoles({ vision, script, speech, transcription }: EngineRoles, log: FastifyBaseLogger) {
  const stopped = new AbortController();
  const check = async () => {
    await checkRole('looking', vision, log, stopped.signal);
    await checkRole('writing', script, log, stopped.signal);
    await checkRole('speaking', speech.standard, log, stopped.signal);
    await checkRole('premium speaking', speech.premium, log, stopped.signal);
    if (transcription) await checkRole('transcribing', transcription, log, stopped.signal);
  };
  const done = check().catch(() => undefined);
  return {
    done,
    async stop() {
      stopped.abort();
      await done;
    },
  };
}

const advice = {
  passedOver:
    'To use the first provider, fix the reasons, or name the provider (VISION_PROVIDER, SCRIPT_PROVIDER, SPEECH_PROVIDER, TRANSCRIPTION_PROVIDER). Test it with npm run doctor.',
  unreached:
    'Fix the reason; no restart is needed. Test it with npm run doctor. docs/guides/connect-an-ai.md lists what each provider needs.',
  impaired: 'Narrations work with limits. Fix what the note says, and check it with npm run doctor.',
  ends: 'Set another model (docs/configuration.md) or auto, and test it with npm run doctor.',
} as const;

async function checkRole(
  work: string,
  role: Role<DescribedEngine>,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  const engine = await role.choose(signal);
  const provider = engine.provider.name;
  const { passedOver } = role;
  if (passedOver.length > 0)
    log.warn(
      {
        work,
        provider,
        reasons: passedOver.map(({ loggedMessage }) => loggedMessage),
        advice: advice.passedOver,
      },
      'another provider is used than the first one that is set up',
    );
  const readiness = await engine.checkReadiness?.(signal);
  if (!readiness) return;
  if (readiness.kind !== 'ready') {
    const reason = readiness.error.loggedMessage;
    log.warn({ work, provider, reason, advice: advice.unreached }, 'no provider can do this at the moment');
    return;
  }
  const { model, found, note } = readiness;
  log.info({ work, provider, model, found }, 'provider ready');
  if (note) log.warn({ work, provider, note, advice: advice.impaired }, 'the provider works only in part');
  const warning = describeEnd(readiness);
  if (warning) log.warn({ work, provider, warning, advice: advice.ends }, 'a model will be retired');
}
