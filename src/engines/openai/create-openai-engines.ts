import type { EngineOffer, Engines } from '../ports.ts';
import { isSetUp, type ProviderAccess } from '../provider/prepare-connection.ts';
import { answerKinds } from './answer-kinds.ts';
import { connect } from './connect.ts';
import { createOpenAiScript } from './script.ts';
import { createOpenAiSpeech } from './speech.ts';
import { createOpenAiVision } from './vision.ts';

export interface OpenAiSettings extends ProviderAccess {
  readonly visionModel: string;
  readonly scriptModel: string;
  readonly speechModel: string;
}

/**
 * All three engines through OpenAI, or through any server that speaks its HTTP interface.
 * @throws RangeError when there is neither a key nor a base URL
 */
export function createOpenAiEngines(settings: OpenAiSettings): Engines {
  return {
    vision: createOpenAiVision(connect(settings, answerKinds.json), settings.visionModel),
    script: createOpenAiScript(connect(settings, answerKinds.events), settings.scriptModel),
    speech: createOpenAiSpeech(connect(settings, answerKinds.sound), settings.speechModel),
  };
}

/** All three where there is a key or a base URL; its voices speak for the premium ones, too. */
export function offerOpenAi(settings: OpenAiSettings): EngineOffer | undefined {
  if (!isSetUp(settings)) return undefined;
  const { vision, script, speech } = createOpenAiEngines(settings);
  return { narration: { vision, script }, speech };
}
