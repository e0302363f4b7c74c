import type { ServerResponse } from 'node:http';
import {
  completionBody,
  completionChunks,
  eventStreamText,
  type VendorError,
  vendorErrors,
} from './openai-bodies.ts';
import { takesFormat, transcriptionBody } from './openai-transcriptions.ts';
import { speakAsTone } from './provider-speech.ts';
import {
  type MakeServer,
  type ProviderBehaviour,
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
  type Vendor,
} from './provider-stand-in.ts';

/** The calls that the product makes, and the list of models. */
export type ProviderCall = 'vision' | 'script' | 'speech' | 'transcription' | 'models';

export type Behaviour = ProviderBehaviour<ProviderCall>;

export interface OpenAiStandIn extends ProviderStandIn<ProviderCall> {
  /** The value of `OPENAI_BASE_URL`. */
  readonly baseUrl: string;
  /** All requests but the lists, in order of arrival. */
  readonly requests: readonly ProviderRequest<ProviderCall>[];
  /** How often the models were listed. */
  readonly timesListed: number;
  /** Changes the usual texts. */
  setTexts(texts: { analysis?: string; script?: string }): void;
  setModels(...models: readonly StandInModel[]): void;
}

/** A model by name, or with the vendor's data and its behaviour. */
export type StandInModel = string | DescribedModel;

interface DescribedModel {
  readonly id: string;
  readonly shutdown_date?: string | null;
  /**
   * Differences between the vendor's models (SDK 7.55, live refusals of 2026): older ones do not know
   * `reasoning_effort`, newer ones refuse `max_tokens` and think by default.
   */
  readonly generation?: 'older' | 'newer';
}

const usualModels: readonly StandInModel[] = ['gpt-4o', 'gpt-4o-mini', 'tts-1', 'gpt-transcribe'];

interface ChatBody {
  readonly model: string;
  readonly max_tokens?: number;
  readonly reasoning_effort?: string;
  readonly stream_options?: { readonly include_usage?: boolean };
}

type Refusal = readonly [status: number, error: VendorError];

const usualTexts = {
  analysis:
    'A dog stands on a lawn in the sun. 0.5: it looks up. 4.5: it runs to the left, after a red ball.',
  script: 'A dog waits in the sun. Then it runs, and the red ball is faster. At last it has it.',
};

/** Another tone for each voice. */
const voiceHz: Record<string, number> = { fable: 330, alloy: 262, onyx: 147, nova: 440, shimmer: 523 };

/**
 * A local server with OpenAI's API: real HTTP, documented bodies, and any fault. `node tests/support/openai-stand-in.ts
 * [port]` runs it alone.
 */
export async function startOpenAiStandIn({
  port = 0,
  makeServer,
}: {
  port?: number;
  makeServer?: MakeServer;
} = {}): Promise<OpenAiStandIn> {
  let texts = usualTexts;
  let models = usualModels;
  const vendor: Vendor<ProviderCall> = {
    findCall,
    sendNotFound,
    answer: async (exchange, reported) => {
      const { call, body } = exchange.request;
      const normal = call === 'models' ? listModels(models) : await composeNormal(call, body, texts);
      const refusal = call === 'models' ? undefined : findRefusal(call, body, models);
      if (!reported && refusal) return sendRefusal(exchange.response, refusal);
      await (reported ?? answerNormally)({ ...exchange, normal });
    },
  };
  const { reset, ...standIn } = await startProviderStandIn(port, vendor, makeServer);
  return {
    ...standIn,
    baseUrl: `${standIn.origin}/v1`,
    get requests() {
      return standIn.requests.filter(({ call }) => call !== 'models');
    },
    get timesListed() {
      return standIn.requests.filter(({ call }) => call === 'models').length;
    },
    setModels: (...changed) => {
      models = changed;
    },
    setTexts: changed => {
      texts = { ...texts, ...changed };
    },
    reset: () => {
      reset();
      texts = usualTexts;
      models = usualModels;
    },
  };
}

function findCall({ method, path, query, body }: ReceivedMessage): ProviderCall | undefined {
  if (method === 'GET' && path === '/v1/models') return 'models';
  // The other calls post JSON or a form, without a query.
  if (method !== 'POST' || body === undefined || Object.keys(query).length > 0) return undefined;
  if (path === '/v1/audio/speech') return 'speech';
  if (path === '/v1/audio/transcriptions') return 'transcription';
  if (path === '/v1/chat/completions') return body.stream ? 'script' : 'vision';
  return undefined;
}

async function composeNormal(
  call: ProviderCall,
  body: ChatBody & { voice?: string; input?: string; response_format?: string },
  texts: typeof usualTexts,
): Promise<ProviderExchange<ProviderCall>['normal']> {
  if (call === 'speech')
    return {
      mediaType: 'audio/mpeg',
      body: await speakAsTone(body.input ?? '', voiceHz[body.voice ?? ''] ?? 200),
    };
  if (call === 'transcription') return toJson(transcriptionBody(body.response_format));
  if (call === 'vision') {
    const answer = completionBody(body.model, { content: texts.analysis });
    return toJson(answer);
  }
  const hasUsage = body.stream_options?.include_usage === true;
  const events = eventStreamText(completionChunks(body.model, { content: texts.script }, { hasUsage }));
  return { mediaType: 'text/event-stream; charset=utf-8', body: Buffer.from(events) };
}

/** As developers.openai.com/api/reference/resources/models/methods/list shows it. */
function listModels(models: readonly StandInModel[]) {
  const data = models.map(toDescribed).map(({ id, shutdown_date }) => ({
    id,
    object: 'model',
    created: 1_715_367_049,
    owned_by: 'system',
    ...(shutdown_date !== undefined && { shutdown_date }),
  }));
  return toJson({ object: 'list', data });
}

function toJson(body: object) {
  return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

function toDescribed(model: StandInModel): DescribedModel {
  return typeof model === 'string' ? { id: model } : model;
}

/** The vendor's own refusals: missing models, and fields that a model does not know. */
function findRefusal(
  call: ProviderCall,
  body: ChatBody & { response_format?: string },
  models: readonly StandInModel[],
): Refusal | undefined {
  if (call === 'speech') return undefined;
  const model = models.map(toDescribed).find(({ id }) => id === body.model);
  if (!model) return [404, vendorErrors.unknownModel];
  if (call === 'transcription')
    return takesFormat(body.model, body.response_format) ? undefined : [400, vendorErrors.unsupportedFormat];
  if (model.generation === 'older' && body.reasoning_effort !== undefined)
    return [400, vendorErrors.unknownEffort];
  if (model.generation === 'newer' && body.max_tokens !== undefined)
    return [400, vendorErrors.wrongTokenLimit];
  return undefined;
}

function sendRefusal(response: ServerResponse, [status, error]: Refusal) {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_stand_in' });
  response.end(JSON.stringify({ error }));
}

/** Streamed event by event, as the vendor does. */
function answerNormally({ request, response, normal }: ProviderExchange<ProviderCall>) {
  response.writeHead(200, {
    'content-type': normal.mediaType,
    'x-request-id': 'req_stand_in',
    'openai-processing-ms': '12',
    'openai-version': '2020-10-01',
  });
  if (request.call === 'script')
    for (const event of normal.body.toString().split(/(?<=\n\n)/u)) response.write(event);
  else response.write(normal.body);
  response.end();
}

function sendNotFound(response: ServerResponse) {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { ...vendorErrors.badRequest, message: 'Invalid URL' } }));
}

if (import.meta.main) {
  const standIn = await startOpenAiStandIn({ port: Number(process.argv[2] ?? 0) });
  process.stdout.write(`OPENAI_BASE_URL=${standIn.baseUrl}\n`);
}
