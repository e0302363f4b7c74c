import { createOfflineScript } from '#engines/offline/script.ts';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { createOfflineVision } from '#engines/offline/vision.ts';
import { createOpenAiEngines } from '#engines/openai/create-openai-engines.ts';
import type { Engines } from '#engines/ports.ts';
import type { Config } from './config.ts';

export interface ChosenEngines extends Engines {
  /** Changes whenever the same text could sound different: kept samples of voices belong to it. */
  readonly speechIdentity: string;
  close(): Promise<void>;
}

/** OpenAI or a compatible provider for all three steps where the configuration names one, else what works offline. */
export function chooseEngines({ openAi }: Pick<Config, 'openAi'>): ChosenEngines {
  if (openAi.apiKey !== undefined || openAi.baseUrl !== undefined) {
    const engines = createOpenAiEngines(openAi);
    const speechIdentity = JSON.stringify([engines.speech.name, openAi.baseUrl, openAi.speechModel]);
    return { ...engines, speechIdentity, close: () => Promise.resolve() };
  }
  const speech = createOfflineSpeech();
  return {
    vision: createOfflineVision(),
    script: createOfflineScript(),
    speech,
    speechIdentity: speech.name,
    close: () => speech.close(),
  };
}
