import { createElevenLabsSpeech } from '#engines/elevenlabs/speech.ts';
import { createOfflineScript } from '#engines/offline/script.ts';
import type { SpeechWorkers } from '#engines/offline/speech/worker-pool.ts';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { createOfflineVision, type ShrinkPictures } from '#engines/offline/vision.ts';
import { createOpenAiEngines } from '#engines/openai/create-openai-engines.ts';
import type { Engines, SpeechEngine } from '#engines/ports.ts';
import type { Plan } from '#shared/api/account.ts';
import type { Config } from './config/config.ts';

/** Who speaks the voices of a plan. */
export interface VoiceEngine {
  readonly engine: SpeechEngine;
  /** Changes whenever the same text could sound different: kept samples of voices belong to it. */
  readonly identity: string;
}

export interface ChosenEngines extends Pick<Engines, 'vision' | 'script'> {
  readonly speech: Readonly<Record<Plan, VoiceEngine>>;
  /** How the threads that speak on this machine are used, where there are any. */
  readonly readSpeechLoad?: SpeechWorkers['readLoad'];
  close(): Promise<void>;
}

/**
 * OpenAI or a compatible provider for all three steps where the configuration names one, else what works offline; and
 * ElevenLabs for the voices of the premium plan where it is named.
 * @param shrinkPictures decodes pictures for what works offline
 */
export function chooseEngines(
  { openAi, elevenLabs }: Pick<Config, 'openAi' | 'elevenLabs'>,
  shrinkPictures: ShrinkPictures,
): ChosenEngines {
  const chosen = chooseWithoutElevenLabs(openAi, shrinkPictures);
  if (elevenLabs.apiKey === undefined && elevenLabs.baseUrl === undefined) return chosen;
  const engine = createElevenLabsSpeech(elevenLabs);
  return { ...chosen, speech: { ...chosen.speech, premium: { engine, identity: engine.identity } } };
}

function chooseWithoutElevenLabs(openAi: Config['openAi'], shrinkPictures: ShrinkPictures): ChosenEngines {
  if (openAi.apiKey !== undefined || openAi.baseUrl !== undefined) {
    const { vision, script, speech } = createOpenAiEngines(openAi);
    const identity = JSON.stringify([openAi.baseUrl, speech.identity]);
    const voices = { engine: speech, identity };
    return { vision, script, speech: { standard: voices, premium: voices }, close: () => Promise.resolve() };
  }
  const speech = createOfflineSpeech();
  const voices = { engine: speech, identity: `offline ${speech.identity}` };
  return {
    vision: createOfflineVision(shrinkPictures),
    script: createOfflineScript(),
    speech: { standard: voices, premium: voices },
    readSpeechLoad: speech.readLoad,
    close: () => speech.close(),
  };
}
