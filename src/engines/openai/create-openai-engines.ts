import type { FitPictures } from '../fit-pictures.ts';
import { createChat, createScript } from '../openai-compatible/chat.ts';
import { createModelChoice } from '../openai-compatible/choose-model.ts';
import { answerKinds, connect } from '../openai-compatible/connect.ts';
import { describeServer, type Server } from '../openai-compatible/server.ts';
import { createOpenAiSpeech, createServerSpeech } from '../openai-compatible/speech.ts';
import { createTranscription } from '../openai-compatible/transcription.ts';
import { createVision } from '../openai-compatible/vision.ts';
import type { EngineOffer } from '../ports.ts';
import { isSetUp } from '../ports.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { chooseSpeech } from './choose-speech.ts';

/** Server and model of a role; an undefined model is chosen from the server's list. */
export interface RoleAccess extends ProviderAccess {
  readonly model: string | undefined;
}

export interface OpenAiSettings {
  readonly vision: RoleAccess;
  readonly script: RoleAccess;
  readonly speech: RoleAccess;
  readonly transcription: RoleAccess;
  /** The longer side to which pictures are scaled down for servers other than the vendor. */
  readonly maxSidePixels: number;
  /** Pictures per request; undefined for the server's known limit. */
  readonly picturesPerRequest?: number | undefined;
}

/** OpenAI or any compatible server: the roles with a key or base URL. */
export function offerOpenAi(settings: OpenAiSettings, fitPictures: FitPictures): EngineOffer {
  const { vision, script, speech, transcription, maxSidePixels, picturesPerRequest } = settings;
  const findServer = shareServers();

  function createVisionEngine() {
    const wanted = { named: vision.model, setting: 'OPENAI_VISION_MODEL', role: 'vision' } as const;
    const server = findServer(vision);
    return createVision(createChat(server, createModelChoice(server, wanted), 'json'), {
      fitPictures,
      maxSidePixels,
      picturesPerRequest,
    });
  }

  function createScriptEngine() {
    // A configured vision model also writes, unless another is configured.
    const isShared = script.model !== undefined && script.model === vision.model;
    const setting = isShared ? 'OPENAI_VISION_MODEL' : 'OPENAI_SCRIPT_MODEL';
    const wanted = { named: script.model, setting, role: 'script' } as const;
    const server = findServer(script);
    return createScript(createChat(server, createModelChoice(server, wanted), 'events'));
  }

  function createTranscriptionEngine() {
    const server = findServer(transcription);
    const wanted = {
      named: transcription.model,
      setting: 'OPENAI_TRANSCRIPTION_MODEL',
      role: 'transcription',
    } as const;
    return createTranscription(server, createModelChoice(server, wanted));
  }

  return {
    id: 'openai',
    vision: isSetUp(vision) ? createVisionEngine() : undefined,
    script: isSetUp(script) ? createScriptEngine() : undefined,
    speech: isSetUp(speech) ? createSpeech(findServer(speech), speech.model) : undefined,
    transcription: isSetUp(transcription) ? createTranscriptionEngine() : undefined,
  };
}

/** Roles on one server share its model list. */
function shareServers(): (access: ProviderAccess) => Server {
  const servers = new Map<string, Server>();
  return access => {
    const key = JSON.stringify([access.baseUrl, access.apiKey]);
    const server = servers.get(key) ?? describeServer(access);
    servers.set(key, server);
    return server;
  };
}

/** The vendor's endpoint, or another server's own voices. */
function createSpeech(server: Server, named: string | undefined) {
  const { access, isVendor } = server;
  const endpoint = isVendor
    ? createOpenAiSpeech(connect(access, answerKinds.sound), named ?? 'tts-1')
    : createServerSpeech(server, named);
  return chooseSpeech(server, named, endpoint);
}
