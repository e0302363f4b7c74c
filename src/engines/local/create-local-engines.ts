import type { EngineOffer, FitPictures } from '../ports.ts';
import { createLocalChat } from './chat/create-local-chat.ts';
import { listInstalledModels } from './models/installed-models.ts';
import { createLocalSpeech } from './speech/create-local-speech.ts';
import { listSpeakingModels } from './speech/model-voices.ts';
import { createLocalTranscription, listHearingModels } from './transcription/create-local-transcription.ts';

/** The models that were fetched to this machine; no roles if there are none. */
export async function offerLocal(
  { modelsFolder }: { readonly modelsFolder: string },
  fitPictures: FitPictures,
): Promise<EngineOffer> {
  const installed = await listInstalledModels(modelsFolder);
  const looks = installed.some(({ model }) => model.step === 'look');
  const [first, ...others] = listSpeakingModels(installed);
  const [hears, ...alsoHear] = listHearingModels(installed);
  return {
    id: 'local',
    ...(looks && createLocalChat({ modelsFolder, fitPictures })),
    speech: first && createLocalSpeech({ modelsFolder, installed: [first, ...others] }),
    transcription: hears && createLocalTranscription({ installed: [hears, ...alsoHear] }),
  };
}
