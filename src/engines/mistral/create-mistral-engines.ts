import type { FitPictures } from '../fit-pictures.ts';
import { createChat, createScript } from '../openai-compatible/chat.ts';
import { createModelChoice, type ModelRole } from '../openai-compatible/choose-model.ts';
import type { KnownModel } from '../openai-compatible/known-models.ts';
import { describeServer } from '../openai-compatible/server.ts';
import { createTranscription } from '../openai-compatible/transcription.ts';
import { createVision } from '../openai-compatible/vision.ts';
import type { EngineOffer } from '../ports.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { createMistralSpeech } from './speech.ts';

/**
 * The vendor's models for `auto`, first choice first, as of 2026-11-29. The alias follows the newest small model, which sees pictures
 * and can be kept from thinking (docs.mistral.ai/inference/model-selection-guide).
 */
export const chatModels: readonly KnownModel[] = [
  { name: 'mistral-small-latest' },
  { name: 'mistral-medium-latest' },
];

/** docs.mistral.ai/studio/audio/migrate-from-voxtral-2, "Model mapping". */
export const transcriptionModels: readonly KnownModel[] = [
  { name: 'voxtral-mini-transcribe-3-0' },
  { name: 'voxtral-mini-2602' },
];

export const speechModels: readonly KnownModel[] = [
  { name: 'voxtral-mini-tts-3-0' },
  { name: 'voxtral-mini-tts-2603' },
];

/** Undefined models are chosen from the provider's list. */
export interface MistralSettings extends ProviderAccess {
  readonly visionModel: string | undefined;
  readonly scriptModel: string | undefined;
  readonly speechModel: string | undefined;
  readonly transcriptionModel: string | undefined;
}

const vendorUrl = 'https://api.mistral.ai/v1';

/** The vendor's limits: docs.mistral.ai/studio/conversations/vision. Larger pictures are scaled down there. */
const maxSidePixels = 1540;
const picturesPerRequest = 8;

/** Mistral or a compatible server, if a key or base URL is set. Chats and transcription are those of OpenAI's API. */
export function offerMistral(settings: MistralSettings, fitPictures: FitPictures): EngineOffer {
  const server = describeServer({ ...settings, baseUrl: settings.baseUrl || vendorUrl });
  const choose = (role: ModelRole) => createModelChoice(server, role);
  const vision = choose({
    role: 'vision',
    setting: 'MISTRAL_VISION_MODEL',
    named: settings.visionModel,
    known: chatModels,
  });
  const script = choose({
    role: 'script',
    setting: 'MISTRAL_SCRIPT_MODEL',
    named: settings.scriptModel,
    known: chatModels,
  });
  const speech = choose({
    role: 'speech',
    setting: 'MISTRAL_SPEECH_MODEL',
    named: settings.speechModel,
    known: speechModels,
  });
  const transcription = choose({
    role: 'transcription',
    setting: 'MISTRAL_TRANSCRIPTION_MODEL',
    named: settings.transcriptionModel,
    known: transcriptionModels,
  });
  return {
    id: 'mistral',
    vision: createVision(createChat(server, vision, 'json'), {
      fitPictures,
      maxSidePixels,
      picturesPerRequest,
    }),
    script: createScript(createChat(server, script, 'events')),
    speech: createMistralSpeech(server, speech),
    transcription: createTranscription(server, transcription),
  };
}
