import { CodedError } from '#shared/errors.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Readiness, SpeechEngine, SpeechRequest } from '../ports.ts';
import { speechModels } from './known-models.ts';
import { meansGone } from './map-error.ts';
import { createRealtimeSpeech } from './realtime/speech.ts';
import type { Server } from './server.ts';
import type { ServerModel } from './servers/server-model.ts';

const setting = 'OPENAI_SPEECH_MODEL';
const [endpointModel, realtimeModel] = speechModels;
const isRealtime = (model: string) => model.startsWith('gpt-realtime');

/** Who speaks, and how that was found out. */
interface Choice {
  readonly engine: SpeechEngine;
  readonly readiness: Readiness;
}

/**
 * Speaks by the speech endpoint as long as that is there, and over the Realtime API once it is not: which, the server is asked,
 * by its list of models and by what the endpoint answers. No date decides.
 *
 * An endpoint that says that it, or its model, is gone is not asked again while this process runs; what it was asked to speak is
 * spoken over the Realtime API, unless some of the same script was heard in the endpoint's voice.
 * @param named the model that the settings name, which is kept to; undefined for `auto`
 * @param endpoint speaks by the speech endpoint
 */
export function chooseSpeech(
  server: Server,
  named: string | undefined,
  endpoint: SpeechEngine,
): SpeechEngine {
  if (named !== undefined) return chooseNamed(server, named, endpoint);
  const realtime = createRealtimeSpeech(server.access, realtimeModel.name);
  let current = endpoint;
  let isEndpointGone = false;
  /** Scripts of which the endpoint has spoken. */
  const heard = new WeakSet<AbortSignal>();

  async function choose(signal: AbortSignal): Promise<Choice> {
    const choice = await findSpeaker(signal);
    current = choice.engine;
    return choice;
  }

  async function findSpeaker(signal: AbortSignal): Promise<Choice> {
    const found = await server.facts.find(signal);
    if (found.kind === 'found' && found.listing.models) return await judge(found.listing.models, signal);
    if (server.isVendor && (found.kind === 'found' || found.kind === 'refused')) return assume();
    if (found.kind === 'found' || found.kind === 'refused') return await askEndpoint(signal);
    return { engine: current, readiness: { kind: 'unreached', reason: found.error.message } };
  }

  /** By the server's list. */
  async function judge(models: readonly ServerModel[], signal: AbortSignal): Promise<Choice> {
    const has = (name: string) => models.find(model => model.name === name && !isPast(model.endsOn));
    const spoken = has(endpointModel.name);
    if (spoken && !isEndpointGone) {
      const endsOn = spoken.endsOn ?? (server.isVendor ? endpointModel.endsOn : undefined);
      return await askEndpoint(signal, ready(spoken.name, firstKnown, endsOn));
    }
    const live = has(realtimeModel.name);
    if (live) return { engine: realtime, readiness: ready(live.name, firstKnown, live.endsOn) };
    if (!server.isVendor) return await askEndpoint(signal);
    const names = speechModels.map(({ name }) => name).join(' or ');
    const reason = `There is no model ${names} for this key at ${server.providerName}. Another has to be named in ${setting}.`;
    return { engine: realtime, readiness: { kind: 'unable', reason } };
  }

  /** At the vendor, without a list. */
  function assume(): Choice {
    const found = 'the first of the known models, without a list of those that are there';
    if (isEndpointGone) return { engine: realtime, readiness: ready(realtimeModel.name, found) };
    return { engine: endpoint, readiness: ready(endpointModel.name, found, endpointModel.endsOn) };
  }

  /** A server's own endpoint says itself what it can do. */
  async function askEndpoint(signal: AbortSignal, otherwise?: Readiness): Promise<Choice> {
    const own = await endpoint.checkReadiness?.(signal);
    return {
      engine: endpoint,
      readiness: own ?? otherwise ?? ready(endpoint.model, 'the model of the speech endpoint'),
    };
  }

  /** Whether a server that lost its endpoint may be asked another way. */
  async function mayMove(signal: AbortSignal): Promise<boolean> {
    server.facts.forget();
    return (await choose(signal)).engine === realtime;
  }

  async function speak(request: SpeechRequest): Promise<SpokenSound> {
    const { signal } = request;
    if (heard.has(signal)) return await endpoint.speak(request);
    const { engine, readiness } = await choose(signal);
    if (readiness.kind === 'unable')
      throw new CodedError('provider_unavailable', { message: readiness.reason, costsNothing: true });
    if (engine === realtime) return await realtime.speak(request);
    try {
      const sound = await endpoint.speak(request);
      heard.add(signal);
      return sound;
    } catch (error) {
      if (!meansGone(error) || heard.has(signal)) throw error;
      const before = isEndpointGone;
      isEndpointGone = true;
      if (await mayMove(signal)) return await realtime.speak(request);
      isEndpointGone = before;
      throw error;
    }
  }

  return {
    provider: endpoint.provider,
    get model() {
      return current.model;
    },
    get identity() {
      return current.identity;
    },
    get hasPremiumVoices() {
      return current.hasPremiumVoices;
    },
    get maxCharacters() {
      return current.maxCharacters;
    },
    getLanguageSupport: language => current.getLanguageSupport(language),
    getSpeaker: (voice, language) => current.getSpeaker(voice, language),
    checkReadiness: async signal => (await choose(signal)).readiness,
    speak,
    close: async () => {
      await Promise.all([endpoint.close?.(), realtime.close?.()]);
    },
  };
}

/** A model that the settings name speaks, or nobody does, and whoever named it is told why. */
function chooseNamed(server: Server, named: string, endpoint: SpeechEngine): SpeechEngine {
  if (isRealtime(named))
    return {
      ...createRealtimeSpeech(server.access, named),
      checkReadiness: signal => judgeNamed(server, named, signal),
    };
  if (endpoint.checkReadiness) return endpoint;
  return { ...endpoint, checkReadiness: signal => judgeNamed(server, named, signal) };
}

async function judgeNamed(server: Server, named: string, signal: AbortSignal): Promise<Readiness> {
  const found = await server.facts.find(signal);
  const how = `named by ${setting}`;
  if (found.kind === 'refused') return ready(named, how);
  if (found.kind !== 'found') return { kind: 'unreached', reason: found.error.message };
  const { models } = found.listing;
  if (!models) return ready(named, how);
  const model = models.find(({ name }) => name === named);
  if (model) return ready(named, how, model.endsOn);
  const speaking = models.map(({ name }) => name).filter(name => isRealtime(name) || name.includes('tts'));
  const some = speaking.slice(0, mostNamed).join(', ');
  const there = some === '' ? 'There is none that speaks.' : `It has ${some}.`;
  return { kind: 'unreached', reason: `There is no model ${named} at ${server.providerName}. ${there}` };
}

const mostNamed = 8;
const firstKnown = 'the first of the known models that is there';

function ready(model: string | undefined, found: string, endsOn?: string): Readiness {
  return { kind: 'ready', model, found, ...(endsOn !== undefined && { endsOn }) };
}

/** On the day itself it may have ended already. */
function isPast(endsOn: string | undefined): boolean {
  return endsOn !== undefined && endsOn <= new Date().toISOString().slice(0, 10);
}
