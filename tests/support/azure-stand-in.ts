import type { ServerResponse } from 'node:http';
import { filteredChunk, filterResults, listedVoices, vendorErrors } from './azure-bodies.ts';
import { narrateAsTold } from './narrate-as-told.ts';
import { completionBody, completionChunks, eventStreamText } from './openai-bodies.ts';
import { transcriptionBody } from './openai-transcriptions.ts';
import { nameColours } from './picture-colours.ts';
import { speakAsTone } from './provider-speech.ts';
import {
  type ProviderBehaviour,
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** The calls that the product makes: of a resource's v1 API, and of Azure Speech. */
export type AzureCall = 'vision' | 'script' | 'speech' | 'transcription' | 'ssml' | 'voices';

export type AzureBehaviour = ProviderBehaviour<AzureCall>;

/** The names of all deployments, which are not those of models. */
export const deployments = {
  vision: 'my-gpt-4o',
  script: 'my-writer',
  speech: 'my-speaker',
  transcription: 'my-whisper',
} as const;

/**
 * A local server with the v1 API of Azure OpenAI and the REST API of Azure Speech: real HTTP, documented bodies and refusals, and any
 * fault. It names the colours of its pictures and writes in the requested language.
 */
export async function startAzureStandIn({ port = 0 } = {}): Promise<ProviderStandIn<AzureCall>> {
  return startProviderStandIn<AzureCall>(port, {
    findCall,
    sendNotFound: response => sendJson(response, 404, vendorErrors.notFound),
    answer: async (exchange, reported) => {
      const refusal = findRefusal(exchange.request);
      if (refusal && !reported) return sendJson(exchange.response, ...refusal);
      const normal = await composeNormal(exchange.request);
      await (reported ?? answerNormally)({ ...exchange, normal });
    },
  });
}

function findCall({ method, path, query, body }: ReceivedMessage): AzureCall | undefined {
  if (method === 'GET' && path === '/cognitiveservices/voices/list') return 'voices';
  if (method !== 'POST') return undefined;
  if (path === '/cognitiveservices/v1') return 'ssml';
  if (path === '/openai/v1/audio/speech' && query['api-version'] === 'preview') return 'speech';
  if (path === '/openai/v1/audio/transcriptions') return 'transcription';
  if (path === '/openai/v1/chat/completions') return body.stream ? 'script' : 'vision';
  return undefined;
}

const isOfSpeech = (call: AzureCall) => call === 'ssml' || call === 'voices';

function findRefusal({
  call,
  headers,
  body,
}: ProviderRequest<AzureCall>): readonly [number, object] | undefined {
  const isAllowed = isOfSpeech(call)
    ? headers['ocp-apim-subscription-key']
    : headers.authorization?.startsWith('Bearer ');
  if (!isAllowed) return [401, vendorErrors.unauthorized];
  if (isOfSpeech(call)) return undefined;
  const names: readonly string[] = Object.values(deployments);
  return names.includes(body.model) ? undefined : [404, vendorErrors.noDeployment];
}

async function composeNormal(request: ProviderRequest<AzureCall>) {
  const { call, body } = request;
  if (call === 'voices') return toJson(listedVoices);
  if (call === 'transcription') return toJson(transcriptionBody(body.response_format));
  if (call === 'ssml' || call === 'speech')
    return { mediaType: 'audio/mpeg', body: await speakAsTone(readSpokenText(body), 180) };
  if (call === 'vision') {
    const answer = completionBody('gpt-4o-2024-11-20', { content: await nameAll(body) });
    return toJson({ ...answer, prompt_filter_results: filterResults });
  }
  const content = narrateAsTold(body.messages[0].content);
  const chunks = completionChunks('gpt-4o-2024-11-20', { content }, { hasUsage: true });
  const events = eventStreamText([filteredChunk, ...chunks]);
  return { mediaType: 'text/event-stream; charset=utf-8', body: Buffer.from(events) };
}

/** The text of a request in SSML or JSON. */
function readSpokenText(body: { input?: string } | string | undefined): string {
  if (typeof body === 'object') return body.input ?? '';
  return (body ?? 'A dog runs.').replace(/<[^>]*>/gu, '');
}

interface Part {
  readonly image_url?: { readonly url: string };
}

async function nameAll(body: { messages: { content: string | Part[] }[] }): Promise<string> {
  const parts = body.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const colours = await nameColours(parts.flatMap(({ image_url }) => image_url?.url ?? []));
  return colours.map((colour, at) => `Picture ${at + 1}: ${colour}.`).join('\n');
}

function toJson(body: object) {
  return { mediaType: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(body)) };
}

function answerNormally({ response, normal }: ProviderExchange<AzureCall>) {
  response.writeHead(200, { 'content-type': normal.mediaType, 'apim-request-id': 'stand-in' });
  response.end(normal.body);
}

export function sendJson(response: ServerResponse, status: number, body: object, headers = {}) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'apim-request-id': 'stand-in',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

/** A refusal with a body of the vendor's. */
export function refuse(status: number, body: object, headers: Record<string, string> = {}): AzureBehaviour {
  return ({ response }) => sendJson(response, status, body, headers);
}
