import type { FitPictures } from '../fit-pictures.ts';
import type { EngineOffer } from '../ports.ts';
import { listInstalledModels } from './models/installed-models.ts';
import { createLocalSpeech } from './speech/create-local-speech.ts';
import { listSpeakingModels } from './speech/model-voices.ts';

export interface LocalSettings {
  /** Absolute. */
  readonly modelsFolder: string;
}

/** The models that were fetched to this machine; no roles if there are none. */
export async function offerLocal(
  { modelsFolder }: LocalSettings,
  _fitPictures: FitPictures,
): Promise<EngineOffer> {
  const [first, ...others] = listSpeakingModels(await listInstalledModels(modelsFolder));
  return {
    id: 'local',
    speech: first && createLocalSpeech({ modelsFolder, installed: [first, ...others] }),
  };
}
