import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { createChat, createScript } from '../openai-compatible/chat.ts';
import { createModelChoice, ready, speechModels } from '../openai-compatible/choose-model.ts';
import { answerKinds, connect, meansGone } from '../openai-compatible/connect.ts';
import { describeServer, type Server } from '../openai-compatible/server.ts';
import { createOpenAiSpeech, createServerSpeech } from '../openai-compatible/speech.ts';
import { createTranscription } from '../openai-compatible/transcription.ts';
import { createVision } from '../openai-compatible/vision.ts';
import { createRealtimeSpeech } from '../openai-realtime/speech.ts';
import {
  type EngineOffer,
  type EngineStep,
  type FitPictures,
  isSetUp,
  type Readiness,
  type SpeechEngine,
  type SpeechRequest,
} from '../ports.ts';
import { toMissingModelError, toSetupError } from '../provider/failure.ts';
import { isPast } from '../provider/model-choice.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { overrideCurrent } from '../wrap-engine.ts';

/** Server and model of a role; an undefined model is chosen from the server's list. */
interface RoleAccess extends ProviderAccess {
  readonly model: string | undefined;
}

interface OpenAiSettings extends Readonly<Record<EngineStep, RoleAccess>> {
  /** The longer side to which pictures are scaled down for servers other than the vendor. */
  readonly maxSidePixels: number;
  /** Pictures per request; undefined for the server's known limit. */
  readonly picturesPerRequest?: number | undefined;
}

/** OpenAI or any compatible server: the roles with a key or base URL. */
export function offerOpenAi(settings: OpenAiSettings, fitPictures: FitPictures): EngineOffer {
  const { vision, script, speech, transcription, maxSidePixels, picturesPerRequest } = settings;
  const findServer = shareServers();
  const choose = (access: RoleAccess, role: EngineStep, setting: string) => {
    const server = findServer(access);
    return [server, createModelChoice(server, { named: access.model, setting, role })] as const;
  };
  const pictures = { fitPictures, maxSidePixels, picturesPerRequest };
  // A configured vision model also writes, unless another is configured.
  const isShared = script.model !== undefined && script.model === vision.model;
  const writing = isShared ? 'OPENAI_VISION_MODEL' : 'OPENAI_SCRIPT_MODEL';
  return {
    id: 'openai',
    vision: isSetUp(vision)
      ? createVision(createChat(...choose(vision, 'vision', 'OPENAI_VISION_MODEL'), 'json'), pictures)
      : undefined,
    script: isSetUp(script)
      ? createScript(createChat(...choose(script, 'script', writing), 'events'))
      : undefined,
    speech: isSetUp(speech) ? createSpeech(findServer(speech), speech.model) : undefined,
    transcription: isSetUp(transcription)
      ? createTranscription(...choose(transcription, 'transcription', 'OPENAI_TRANSCRIPTION_MODEL'))
      : undefined,
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

const setting = 'OPENAI_SPEECH_MODEL';
const [endpointModel, realtimeModel] = speechModels;
const isRealtime = (model: string) => model.startsWith('gpt-realtime');
const firstKnown = 'the first known model that is available';
const firstUnlisted = 'the first known model; the server gives no list';

/**
 * Speaks with the speech endpoint while it exists, else over the Realtime API, by the server's list of models and the endpoint's
 * responses, not by date.
 *
 * If the endpoint or its model turns out to be gone, the process stops using it and the text is spoken over the Realtime API,
 * unless part of the same script was already spoken by the endpoint.
 * @param named the configured model, which is kept; undefined for `auto`
 * @param endpoint speaks with the speech endpoint
 */
function chooseSpeech(server: Server, named: string | undefined, endpoint: SpeechEngine): SpeechEngine {
  if (named !== undefined) return chooseNamed(server, named, endpoint);
  const realtime = createRealtimeSpeech(server.access, realtimeModel.name);
  let current = endpoint;
  let isEndpointGone = false;
  /** Scripts that the endpoint has begun. */
  const startedScripts = new WeakSet<AbortSignal>();

  /** Sets the current engine. */
  async function choose(signal: AbortSignal): Promise<Readiness> {
    const found = await server.find(signal);
    if (found.kind === 'failed' && !(server.isVendor && found.mayTry))
      return { kind: 'unreached', error: found.error };
    const models = found.kind === 'found' ? found.listing.models : undefined;
    const find = (name: string) => models?.find(model => model.name === name && !isPast(model.endsOn));
    const spoken = find(endpointModel.name);
    if (!isEndpointGone && (spoken || (server.isVendor && !models))) {
      const endsOn = spoken?.endsOn ?? (server.isVendor ? endpointModel.endsOn : undefined);
      const readiness = ready(endpointModel.name, models ? firstKnown : firstUnlisted, endsOn);
      current = endpoint;
      return (await endpoint.checkReadiness?.(signal)) ?? readiness;
    }
    const live = find(realtimeModel.name);
    current = live || server.isVendor ? realtime : endpoint;
    if (live) return ready(live.name, firstKnown, live.endsOn);
    if (server.isVendor && !models) return ready(realtimeModel.name, firstUnlisted);
    if (!server.isVendor)
      return (
        (await endpoint.checkReadiness?.(signal)) ?? ready(endpoint.model, 'the model of the speech endpoint')
      );
    const names = speechModels.map(({ name }) => name).join(' and ');
    const message = fill(engineMessages.modelsUnknown, { provider: server.providerName });
    const advice = `It knows ${names}. Name another model in ${setting}.`;
    return { kind: 'unable', error: toSetupError(message, advice) };
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal } = request;
    if (startedScripts.has(signal)) return await endpoint.speak(request);
    const readiness = await choose(signal);
    if (readiness.kind === 'unable') throw readiness.error;
    if (current === realtime) return await realtime.speak(request);
    try {
      const sound = await endpoint.speak(request);
      startedScripts.add(signal);
      return sound;
    } catch (error) {
      if (!meansGone(error) || startedScripts.has(signal)) throw error;
      const before = isEndpointGone;
      isEndpointGone = true;
      server.forget();
      await choose(signal);
      if (current === realtime) return await realtime.speak(request);
      isEndpointGone = before;
      throw error;
    }
  }

  return overrideCurrent(() => current, {
    mixesVoices: endpoint.mixesVoices,
    async listVoices(signal) {
      await choose(signal);
      return (await current.listVoices?.(signal)) ?? [];
    },
    checkReadiness: choose,
    speak,
    close: async () => {
      await Promise.all([endpoint.close?.(), realtime.close?.()]);
    },
  });
}

function chooseNamed(server: Server, named: string, endpoint: SpeechEngine): SpeechEngine {
  const checkReadiness = (signal: AbortSignal) => judgeNamed(server, named, signal);
  if (isRealtime(named)) return { ...createRealtimeSpeech(server.access, named), checkReadiness };
  return endpoint.checkReadiness ? endpoint : { ...endpoint, checkReadiness };
}

async function judgeNamed(server: Server, named: string, signal: AbortSignal): Promise<Readiness> {
  const found = await server.find(signal);
  const how = `set by ${setting}`;
  if (found.kind === 'failed')
    return found.mayTry ? ready(named, how) : { kind: 'unreached', error: found.error };
  const { models } = found.listing;
  const model = models?.find(({ name }) => name === named);
  if (model || !models) return ready(named, how, model?.endsOn);
  const speaking = models.filter(({ name }) => isRealtime(name) || name.includes('tts'));
  const missing = { model: named, provider: server.providerName, setting };
  return { kind: 'unreached', error: toMissingModelError(missing, speaking) };
}
