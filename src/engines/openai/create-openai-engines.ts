import type { FitPictures } from '../fit-pictures.ts';
import type { EngineOffer, ScriptEngine, SpeechEngine, VisionEngine } from '../ports.ts';
import { isSetUp } from '../provider/is-set-up.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { answerKinds } from './answer-kinds.ts';
import { chooseSpeech } from './choose-speech.ts';
import type { PictureFitting } from './compatible-vision.ts';
import { connect } from './connect.ts';
import { createModelChoice } from './model-choice.ts';
import { createOpenAiScript } from './script.ts';
import { createChatSender } from './send-chat.ts';
import { describeServer, type Server } from './server.ts';
import { createServerSpeech } from './server-speech.ts';
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
export function offerOpenAi(
  { vision, script, speech, maxSidePixels }: OpenAiSettings,
  fitPictures: FitPictures,
): EngineOffer {
  const findServer = shareServers();
  return {
    id: 'openai',
    vision: isSetUp(vision)
      ? createVision(findServer(vision), vision.model, { fitPictures, maxSidePixels })
      : undefined,
    script: isSetUp(script) ? createScript(findServer(script), script.model, vision.model) : undefined,
    speech: isSetUp(speech) ? createSpeech(findServer(speech), speech.model) : undefined,
  };
}

/** Roles that one server does ask it together what it has. */
function shareServers(): (access: ProviderAccess) => Server {
  const servers = new Map<string, Server>();
  return access => {
    const key = JSON.stringify([access.baseUrl, access.apiKey]);
    const server = servers.get(key) ?? describeServer(access);
    servers.set(key, server);
    return server;
  };
}

function createVision(server: Server, named: string | undefined, fitting: PictureFitting): VisionEngine {
  const connection = connect(server.access, answerKinds.json);
  const choice = createModelChoice(server, 'vision', { named, setting: 'OPENAI_VISION_MODEL' });
  return createOpenAiVision({ connection, sender: createChatSender(server, choice) }, choice, fitting);
}

/** @param visionModel that the settings name: it writes, too, unless they name another */
function createScript(
  server: Server,
  named: string | undefined,
  visionModel: string | undefined,
): ScriptEngine {
  const connection = connect(server.access, answerKinds.events);
  const isShared = named !== undefined && named === visionModel;
  const setting = isShared ? 'OPENAI_VISION_MODEL' : 'OPENAI_SCRIPT_MODEL';
  const choice = createModelChoice(server, 'script', { named, setting });
  return createOpenAiScript({ connection, sender: createChatSender(server, choice) }, choice);
}

/** The vendor's endpoint as it is specified; another server is asked for its own voices. */
function createSpeech(server: Server, named: string | undefined): SpeechEngine {
  const { access, isVendor } = server;
  const endpoint = isVendor
    ? createOpenAiSpeech(connect(access, answerKinds.sound), named ?? 'tts-1')
    : createServerSpeech({ ...access, model: named });
  return chooseSpeech(server, named, endpoint);
}
