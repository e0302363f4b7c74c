import type { EngineOffer, ScriptEngine, SpeechEngine, VisionEngine } from '../ports.ts';
import { isSetUp, type ProviderAccess } from '../provider/prepare-connection.ts';
import { answerKinds } from './answer-kinds.ts';
import { connect } from './connect.ts';
import { createOpenAiScript } from './script.ts';
import { createOpenAiSpeech } from './speech.ts';
import { createOpenAiVision } from './vision.ts';

/** Where a role is done, and by which model; undefined where the model is to be found out. */
export interface RoleAccess extends ProviderAccess {
  readonly model: string | undefined;
}

export interface OpenAiSettings {
  readonly vision: RoleAccess;
  readonly script: RoleAccess;
  readonly speech: RoleAccess;
  /** The longer side to which pictures are made smaller for a server that is not the vendor's. */
  readonly maxSidePixels: number;
}

/** Through OpenAI, or any server that speaks its HTTP interface: the roles for which there is a key or a base URL. */
export function offerOpenAi({ vision, script, speech }: OpenAiSettings): EngineOffer {
  return {
    id: 'openai',
    vision: isSetUp(vision) ? createVision(vision) : undefined,
    script: isSetUp(script) ? createScript(script) : undefined,
    speech: isSetUp(speech) ? createSpeech(speech) : undefined,
  };
}

function createVision(access: RoleAccess): VisionEngine {
  return createOpenAiVision(connect(access, answerKinds.json), access.model ?? 'gpt-4o');
}

function createScript(access: RoleAccess): ScriptEngine {
  return createOpenAiScript(connect(access, answerKinds.events), access.model ?? 'gpt-4o');
}

function createSpeech(access: RoleAccess): SpeechEngine {
  return createOpenAiSpeech(connect(access, answerKinds.sound), access.model ?? 'tts-1');
}
