import type { FitPictures } from '../fit-pictures.ts';
import type { EngineOffer } from '../ports.ts';
import { isSetUp } from '../ports.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { type AzureOpenAiSettings, offerAzureOpenAi } from './azure-openai.ts';
import { createAzureSpeech } from './speech.ts';

export interface AzureSettings {
  readonly openAi: AzureOpenAiSettings;
  /** Of Azure Speech. */
  readonly speech: ProviderAccess;
}

/** The steps with a deployment of Azure OpenAI; Azure Speech speaks if it is set up. */
export function offerAzure({ openAi, speech }: AzureSettings, fitPictures: FitPictures): EngineOffer {
  const offer = { id: 'azure', ...offerAzureOpenAi(openAi, fitPictures) };
  return isSetUp(speech) ? { ...offer, speech: createAzureSpeech(speech) } : offer;
}
