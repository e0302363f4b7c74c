import type { EngineOffer } from '../ports.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { answerKinds, connect } from './connect.ts';
import type { ModelRole } from './find-model.ts';
import { createModelList } from './list-models.ts';
import { createModelChoice } from './model-choice.ts';
import { createGeminiScript } from './script.ts';
import { createGeminiSpeech } from './speech.ts';
import { createGeminiTranscription } from './transcription.ts';
import { createGeminiVision } from './vision.ts';

/** One key for all roles; undefined models are chosen from the provider's list. */
export interface GeminiSettings extends ProviderAccess {
  readonly visionModel: string | undefined;
  readonly scriptModel: string | undefined;
  readonly speechModel: string | undefined;
  readonly transcriptionModel: string | undefined;
}

/** After this the next caller asks again. */
const longestListingMs = 5000;

/** Gemini or a compatible server, if a key or base URL is set. */
export function offerGemini(settings: GeminiSettings): EngineOffer {
  const timeoutMs = Math.min(settings.timeoutMs ?? longestListingMs, longestListingMs);
  const listing = connect({ ...settings, timeoutMs, maxRetries: 0 }, answerKinds.json);
  const list = createModelList(listing);
  const choose = (role: ModelRole) => createModelChoice(listing, list, role);
  const { visionModel, scriptModel, speechModel, transcriptionModel } = settings;
  return {
    id: 'gemini',
    vision: createGeminiVision(
      connect(settings, answerKinds.json),
      choose({ kind: 'chat', setting: 'GEMINI_VISION_MODEL', named: visionModel }),
    ),
    script: createGeminiScript(
      connect(settings, answerKinds.events),
      choose({ kind: 'chat', setting: 'GEMINI_SCRIPT_MODEL', named: scriptModel }),
    ),
    speech: createGeminiSpeech(
      connect(settings, answerKinds.sound),
      choose({ kind: 'speech', setting: 'GEMINI_SPEECH_MODEL', named: speechModel }),
    ),
    transcription: createGeminiTranscription(
      connect(settings, answerKinds.json),
      choose({ kind: 'transcription', setting: 'GEMINI_TRANSCRIPTION_MODEL', named: transcriptionModel }),
    ),
  };
}
