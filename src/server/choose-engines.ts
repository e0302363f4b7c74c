import type { FitPictures } from '#engines/fit-pictures.ts';
import { isSetUp } from '#engines/is-set-up.ts';
import { createOfflineScript } from '#engines/offline/script.ts';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { createOfflineVision, type OfflineVisionWorker } from '#engines/offline/vision.ts';
import type { EngineOffer, Engines, ScriptEngine, SpeechEngine, VisionEngine } from '#engines/ports.ts';
import type { Plan } from '#shared/plans.ts';
import { ConfigError } from './config/config.ts';
import type { EngineConfig } from './config/engines.ts';
import { listCandidates } from './engine-roles/list-candidates.ts';
import { type Candidate, Role } from './engine-roles/role.ts';
import { SpeechRole } from './engine-roles/speech-role.ts';
import { VisionRole } from './engine-roles/vision-role.ts';

/** Decodes strangers' pictures, where a crash costs nothing: for what works offline, and for servers that take only small ones. */
export interface PictureDecoding {
  readonly visionWorker: OfflineVisionWorker;
  readonly fitPictures: FitPictures;
}

/** Of several providers that can do the same the first is chosen. Their clients are loaded, 10 MB each, only where they are set up. */
async function listOffers(
  { openAi, gemini, elevenLabs }: EngineConfig,
  { fitPictures }: Pick<PictureDecoding, 'fitPictures'>,
): Promise<EngineOffer[]> {
  const offers: EngineOffer[] = [];
  if ([openAi.vision, openAi.script, openAi.speech].some(isSetUp)) {
    const { offerOpenAi } = await import('#engines/openai/create-openai-engines.ts');
    offers.push(offerOpenAi(openAi, fitPictures));
  }
  if (isSetUp(gemini)) {
    const { offerGemini } = await import('#engines/gemini/create-gemini-engines.ts');
    offers.push(offerGemini(gemini));
  }
  if (isSetUp(elevenLabs)) {
    const { offerElevenLabs } = await import('#engines/elevenlabs/speech.ts');
    offers.push(offerElevenLabs(elevenLabs));
  }
  return offers;
}

/** By the ids of providers. */
type Addresses = Readonly<Record<string, string | undefined>>;

/** Where each step's providers are asked, as it was set; undefined for a vendor's own address. Not for visitors. */
export function listAddresses({
  openAi,
  gemini,
  elevenLabs,
}: EngineConfig): Readonly<Record<keyof Engines, Addresses>> {
  return {
    vision: { openai: openAi.vision.baseUrl, gemini: gemini.baseUrl },
    script: { openai: openAi.script.baseUrl, gemini: gemini.baseUrl },
    speech: {
      openai: openAi.speech.baseUrl,
      gemini: gemini.baseUrl,
      elevenlabs: elevenLabs.baseUrl,
    },
  };
}

/** The addresses of all providers that are set up, each once. */
export async function listProviderAddresses({ openAi, gemini, elevenLabs }: EngineConfig): Promise<string[]> {
  const { vendorUrl: openAiUrl } = await import('#engines/openai-compatible/connect.ts');
  const { vendorUrl: geminiUrl } = await import('#engines/gemini/connect.ts');
  const { vendorUrl: elevenLabsUrl } = await import('#engines/elevenlabs/connect.ts');
  const all = [
    { access: openAi.vision, vendorUrl: openAiUrl },
    { access: openAi.script, vendorUrl: openAiUrl },
    { access: openAi.speech, vendorUrl: openAiUrl },
    { access: gemini, vendorUrl: geminiUrl },
    { access: elevenLabs, vendorUrl: elevenLabsUrl },
  ];
  const setUp = all.filter(({ access }) => isSetUp(access));
  return [...new Set(setUp.map(({ access, vendorUrl }) => access.baseUrl || vendorUrl))];
}

/** Who does what. Providers are asked as they are needed, so that one that is down at the start may come later. */
export interface EngineRoles {
  readonly vision: Role<VisionEngine>;
  readonly script: Role<ScriptEngine>;
  /** Who speaks the voices of a plan. */
  readonly speech: Readonly<Record<Plan, SpeechRole>>;
}

export interface ChosenEngines extends EngineRoles {
  close(): Promise<void>;
}

/**
 * For each role the providers that the configuration names, and what works offline for what none of them does.
 * @throws ConfigError for a provider that is named for a role and cannot do it
 */
export async function chooseEngines(config: EngineConfig, decoding: PictureDecoding): Promise<ChosenEngines> {
  const offers = await listOffers(config, decoding);
  const offlineSpeech = createOfflineSpeech();
  const speech = chooseSpeakers(config, offers, offlineSpeech);
  const engines = [...speech.standard.candidates, ...speech.premium.candidates].map(({ engine }) => engine);
  return {
    ...chooseNarrators(config, offers, createOfflineVision(decoding.visionWorker)),
    speech,
    close: async () => {
      await Promise.all([...new Set([offlineSpeech, ...engines])].map(engine => engine.close?.()));
    },
  };
}

function chooseNarrators(
  { providers }: EngineConfig,
  offers: readonly EngineOffer[],
  offlineVision: VisionEngine,
): Pick<EngineRoles, 'vision' | 'script'> {
  if (providers.script === 'offline' && !['auto', 'offline'].includes(providers.vision))
    throw new ConfigError([
      'SCRIPT_PROVIDER is offline, which writes only from what is seen offline: set VISION_PROVIDER to offline, too.',
    ]);
  const setScript = { name: 'SCRIPT_PROVIDER', value: providers.script };
  const setVision = { name: 'VISION_PROVIDER', value: providers.vision };
  const writers = collect(offers, ({ script }) => script);
  const viewers = collect(offers, ({ vision }) => vision);
  const script = new Role(listCandidates(setScript, writers, createOfflineScript()));
  const vision = new VisionRole(listCandidates(setVision, viewers, offlineVision), {
    script,
    offline: offlineVision,
  });
  return { vision, script };
}

/** For premium voices those come first that are made for them. */
function chooseSpeakers(
  { providers }: EngineConfig,
  offers: readonly EngineOffer[],
  offlineSpeech: SpeechEngine,
): EngineRoles['speech'] {
  const setStandard = { name: 'SPEECH_PROVIDER', value: providers.speech };
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

function collect<Engine>(
  offers: readonly EngineOffer[],
  pick: (offer: EngineOffer) => Engine | undefined,
): Candidate<Engine>[] {
  return offers.flatMap(offer => {
    const engine = pick(offer);
    return engine === undefined ? [] : [{ id: offer.id, engine }];
  });
}
