import { offerElevenLabs } from '#engines/elevenlabs/speech.ts';
import { createOfflineScript } from '#engines/offline/script.ts';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { createOfflineVision, type ShrinkPictures } from '#engines/offline/vision.ts';
import { offerOpenAi } from '#engines/openai/create-openai-engines.ts';
import type { EngineOffer, Engines, SpeechEngine } from '#engines/ports.ts';
import type { Plan } from '#shared/plans.ts';
import type { EngineConfig } from './config/engines.ts';

/** Of several providers that do the same the first is chosen. */
function listOffers(config: EngineConfig): (EngineOffer | undefined)[] {
  return [offerElevenLabs(config.elevenLabs), offerOpenAi(config.openAi)];
}

export interface ChosenEngines extends Pick<Engines, 'vision' | 'script'> {
  /** Who speaks the voices of a plan. */
  readonly speech: Readonly<Record<Plan, SpeechEngine>>;
  close(): Promise<void>;
}

/**
 * The providers that the configuration names, and what works offline for what none of them does.
 * @param shrinkPictures decodes pictures for what works offline
 */
export function chooseEngines(config: EngineConfig, shrinkPictures: ShrinkPictures): ChosenEngines {
  const offers = listOffers(config).filter(offer => offer !== undefined);
  const { vision, script } = offers.find(({ narration }) => narration)?.narration ?? {
    vision: createOfflineVision(shrinkPictures),
    script: createOfflineScript(),
  };
  const standard = offers.find(({ speech }) => speech)?.speech ?? createOfflineSpeech();
  const premium = offers.find(({ premiumSpeech }) => premiumSpeech)?.premiumSpeech ?? standard;
  return {
    vision,
    script,
    speech: { standard, premium },
    close: async () => {
      await Promise.all([...new Set([standard, premium])].map(engine => engine.close?.()));
    },
  };
}
