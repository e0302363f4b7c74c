import type { TokenCredential } from '@azure/identity';
import { createChat, createScript } from '../openai-compatible/chat.ts';
import { createModelChoice, ready } from '../openai-compatible/choose-model.ts';
import { answerKinds, connect } from '../openai-compatible/connect.ts';
import type { Server } from '../openai-compatible/server.ts';
import { createOpenAiSpeech } from '../openai-compatible/speech.ts';
import { createTranscription } from '../openai-compatible/transcription.ts';
import { createVision } from '../openai-compatible/vision.ts';
import { type EngineOffer, type EngineStep, type FitPictures, isSetUp } from '../ports.ts';
import { createUndiciFetch } from '../provider/guard-fetch.ts';
import { cutEndSlashes, nameProvider, type ProviderAccess } from '../provider/prepare-connection.ts';
import { createAzureSpeech } from './speech.ts';

/** Of Azure OpenAI: learn.microsoft.com/azure/foundry/openai/reference-preview-latest, "Request Header". */
const scope = 'https://cognitiveservices.azure.com/.default';

/** Makes tokens of Microsoft Entra; cached and renewed by itself. */
type LoadCredential = () => Promise<Pick<TokenCredential, 'getToken'>>;

/** The environment, a managed identity, or who is signed in on this machine. Loaded only if there is no key. */
const loadUsualCredential: LoadCredential = async () => {
  const { DefaultAzureCredential } = await import('@azure/identity');
  return new DefaultAzureCredential();
};

/**
 * A `fetch` that sends a token of Microsoft Entra instead of a key. A failed sign-in becomes the refusal that a wrong key would
 * get, with the name of the error: it is not retried, and nothing was sent.
 */
function createSignedFetch(
  timeoutMs: number,
  loadCredential: LoadCredential = loadUsualCredential,
): typeof globalThis.fetch {
  const fetch = createUndiciFetch(timeoutMs);
  let credential: ReturnType<LoadCredential> | undefined;

  async function findToken(signal: AbortSignal | undefined): Promise<string> {
    credential ??= loadCredential();
    const found = await (await credential).getToken(scope, signal ? { abortSignal: signal } : {});
    if (!found) throw new Error('no token');
    return found.token;
  }

  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    const headers = new Headers(init?.headers);
    try {
      headers.set('authorization', `Bearer ${await findToken(signal)}`);
    } catch (error) {
      signal?.throwIfAborted();
      const code = error instanceof Error ? error.name : 'unknown';
      return Response.json({ error: { type: 'sign_in_failed', code, message: code } }, { status: 401 });
    }
    return fetch(input, { ...init, headers });
  };
}

/** A resource, without an address if no deployment is named for the step. */
interface DeploymentAccess extends ProviderAccess {
  /** Its name is the model of a request. */
  readonly deployment: string;
}

export interface AzureOpenAiSettings extends Readonly<Record<EngineStep, DeploymentAccess>> {
  /** For tests. */
  readonly loadCredential?: LoadCredential | undefined;
}

const cloud = { name: 'Azure OpenAI', domain: 'azure.com' };
/** As of OpenAI: time-outs are the SDK's. */
const timeoutMs = 600_000;
/** Only pictures of other servers are reduced. */
const maxSidePixels = 1024;

/**
 * The steps with a deployment, by the v1 API: learn.microsoft.com/azure/foundry/openai/api-version-lifecycle. The key is sent as a
 * bearer, as there; without one, a token of Microsoft Entra.
 */
function offerAzureOpenAi(settings: AzureOpenAiSettings, fitPictures: FitPictures): Omit<EngineOffer, 'id'> {
  const { vision, script, speech, transcription, loadCredential } = settings;
  const choose = (access: DeploymentAccess, role: EngineStep) => {
    const server = describeResource(access, loadCredential);
    const isShared = role === 'script' && access.deployment === vision.deployment;
    const setting = settingOf[isShared ? 'vision' : role];
    return [server, createModelChoice(server, { named: access.deployment, setting, role })] as const;
  };

  function createSpeech() {
    const connection = connect(describeResource(speech, loadCredential).access, answerKinds.sound);
    // In preview there: learn.microsoft.com/azure/foundry/openai/reference-preview-latest, "Create speech".
    const client = connection.client.withOptions({ defaultQuery: { 'api-version': 'preview' } });
    const readiness = ready(speech.deployment, `set by ${settingOf.speech}`);
    return {
      ...createOpenAiSpeech({ ...connection, client }, speech.deployment),
      checkReadiness: async () => readiness,
    };
  }

  const pictures = { fitPictures, maxSidePixels, picturesPerRequest: undefined };
  return {
    vision: isSetUp(vision)
      ? createVision(createChat(...choose(vision, 'vision'), 'json'), pictures)
      : undefined,
    script: isSetUp(script) ? createScript(createChat(...choose(script, 'script'), 'events')) : undefined,
    speech: isSetUp(speech) ? createSpeech() : undefined,
    transcription: isSetUp(transcription)
      ? createTranscription(...choose(transcription, 'transcription'))
      : undefined,
  };
}

const settingOf = {
  vision: 'AZURE_OPENAI_VISION_DEPLOYMENT',
  script: 'AZURE_OPENAI_SCRIPT_DEPLOYMENT',
  speech: 'AZURE_OPENAI_SPEECH_DEPLOYMENT',
  transcription: 'AZURE_OPENAI_TRANSCRIPTION_DEPLOYMENT',
} as const;

/** Nothing is asked: a resource's list has the models that may be deployed, and a key may not list its deployments. */
function describeResource(
  { deployment, ...access }: DeploymentAccess,
  loadCredential: LoadCredential | undefined,
): Server {
  const apiUrl = toApiUrl(access.baseUrl ?? '');
  const fetch = access.apiKey
    ? access.fetch
    : createSignedFetch(access.timeoutMs ?? timeoutMs, loadCredential);
  const models = [{ name: deployment }];
  const found = { kind: 'found', listing: { kind: 'other', apiUrl, models } } as const;
  return {
    access: { ...access, baseUrl: apiUrl, fetch, cloud },
    providerName: nameProvider(cloud, apiUrl),
    isVendor: true,
    find: async () => found,
    findSpeech: async () => found,
    forget: () => undefined,
  };
}

/** The portal shows the resource's address; guides also have it with the path of the API. */
function toApiUrl(endpoint: string): string {
  return `${cutEndSlashes(endpoint).replace(/\/openai(\/v1)?$/u, '')}/openai/v1`;
}

interface AzureSettings {
  readonly openAi: AzureOpenAiSettings;
  readonly speech: ProviderAccess;
}

/** The steps with a deployment of Azure OpenAI; Azure Speech speaks if it is set up. */
export function offerAzure({ openAi, speech }: AzureSettings, fitPictures: FitPictures): EngineOffer {
  const offer = { id: 'azure', ...offerAzureOpenAi(openAi, fitPictures) };
  return isSetUp(speech) ? { ...offer, speech: createAzureSpeech(speech) } : offer;
}
