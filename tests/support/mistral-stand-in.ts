import { z } from 'zod';
import {
  catalogue,
  completionBody,
  completionEvents,
  describeModel,
  listedVoices,
  validationError,
  vendorErrors,
} from './mistral-bodies.ts';
import { narrateAsTold } from './narrate-as-told.ts';
import { mistralBody } from './openai-transcriptions.ts';
import { listPictures, nameColours } from './picture-colours.ts';
import { speakAsTone } from './provider-speech.ts';
import {
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** The calls that the product makes: the lists, and work. */
export type MistralCall = 'models' | 'voices' | 'vision' | 'script' | 'speech' | 'transcription';

export interface MistralStandIn extends ProviderStandIn<MistralCall> {
  /** The value of `MISTRAL_BASE_URL`. */
  readonly baseUrl: string;
  /** Keeps only these models. */
  keepModels(...ids: string[]): void;
  setVoices(voices: typeof listedVoices): void;
}

type MistralRequest = ProviderRequest<MistralCall>;
type Status = readonly [status: number, body: object];
interface State {
  readonly models: typeof catalogue;
  readonly voices: typeof listedVoices;
}

/** The fields that the vendor accepts from us; it refuses unknown ones. */
const bodies = {
  chat: z.strictObject({
    model: z.string(),
    max_tokens: z.int(),
    messages: z.array(z.strictObject({ role: z.enum(['system', 'user']), content: z.unknown() })),
    reasoning_effort: z.enum(['none', 'high']).optional(),
    stream: z.boolean().optional(),
    // docs.mistral.ai/inference/conversations/structured-output/custom, November 2026.
    response_format: z
      .strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string(),
          strict: z.boolean().optional(),
          schema: z.looseObject({ type: z.literal('object') }),
        }),
      })
      .optional(),
  }),
  speech: z.strictObject({
    model: z.string(),
    input: z.string().min(1),
    voice_id: z.string(),
    response_format: z.enum(['mp3', 'wav', 'pcm', 'flac', 'opus']),
  }),
};

/**
 * A local server with Mistral's API: real HTTP, documented bodies, its refusals, and any fault. It names the colours of its pictures,
 * writes in the requested language and speaks in tones.
 */
export async function startMistralStandIn({ port = 0 } = {}): Promise<MistralStandIn> {
  const usual: State = { models: catalogue, voices: listedVoices };
  let state = usual;
  const { reset, ...standIn } = await startProviderStandIn<MistralCall>(port, {
    findCall,
    sendNotFound: response => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(vendorErrors.notFound[1]));
    },
    answer: async (exchange, reported) => {
      const refusal = findRefusal(state, exchange.request);
      if (refusal && !reported) return sendError(...refusal)(exchange);
      const normal = refusal ? toJson({}) : await composeNormal(state, exchange.request);
      await (reported ?? answerNormally)({ ...exchange, normal });
    },
  });
  return {
    ...standIn,
    baseUrl: `${standIn.origin}/v1`,
    keepModels: (...ids) => {
      state = { ...state, models: catalogue.filter(({ id }) => ids.includes(id)) };
    },
    setVoices: voices => {
      state = { ...state, voices };
    },
    reset: () => {
      reset();
      state = usual;
    },
  };
}

function findCall({ method, path, body }: ReceivedMessage): MistralCall | undefined {
  if (method === 'GET' && path === '/v1/models') return 'models';
  if (method === 'GET' && path === '/v1/audio/voices') return 'voices';
  if (method !== 'POST' || body === undefined) return undefined;
  if (path === '/v1/audio/speech') return 'speech';
  if (path === '/v1/audio/transcriptions') return 'transcription';
  if (path !== '/v1/chat/completions') return undefined;
  return body.stream ? 'script' : 'vision';
}

function findRefusal({ models, voices }: State, { call, headers, body }: MistralRequest): Status | undefined {
  if (!headers.authorization?.startsWith('Bearer ')) return vendorErrors.unauthorized;
  if (call === 'models' || call === 'voices') return undefined;
  const model = models.find(({ id }) => id === body.model);
  if (!model) return vendorErrors.unknownModel;
  if (call === 'transcription') {
    const { timestamp_granularities: times, language, response_format } = body;
    const isTaken = response_format === undefined && !(times && (times === 'word' || language));
    return isTaken ? undefined : vendorErrors.badRequest;
  }
  const { error } = bodies[call === 'speech' ? 'speech' : 'chat'].safeParse(body);
  const [issue] = error?.issues ?? [];
  if (issue)
    return [422, validationError('keys' in issue ? String(issue.keys) : String(issue.path[0]), issue.code)];
  if (call !== 'speech' && body.reasoning_effort && !model.reasons)
    return [
      400,
      validationError('reasoning_effort', 'value_error', 'This model does not support reasoning.'),
    ];
  const isKnown = ({ id, slug }: (typeof voices)[number]) => id === body.voice_id || slug === body.voice_id;
  return call === 'speech' && !voices.some(isKnown) ? vendorErrors.notFound : undefined;
}

async function composeNormal({ models, voices }: State, { call, query, body }: MistralRequest) {
  if (call === 'models') return toJson({ object: 'list', data: models.map(describeModel) });
  if (call === 'voices')
    return toJson(listPage(voices, Number(query.limit ?? 10), Number(query.offset ?? 0)));
  if (call === 'transcription') return toJson(mistralBody);
  if (call === 'speech') {
    const sound = await speakAsTone(body.input, 200 + body.voice_id.length * 20);
    return toJson({ audio_data: sound.toString('base64') });
  }
  const [system] = body.messages;
  if (call === 'script') {
    const events = completionEvents(body.model, { content: narrateAsTold(String(system?.content)) });
    return { mediaType: 'text/event-stream; charset=utf-8', body: Buffer.from(events) };
  }
  const colours = await nameColours(listPictures(body));
  const content = colours.map((colour, at) => `Picture ${at + 1}: ${colour}.`).join('\n');
  return toJson(completionBody(body.model, { content }));
}

function listPage(voices: typeof listedVoices, limit: number, offset: number) {
  return {
    items: voices.slice(offset, offset + limit),
    total: voices.length,
    page: Math.floor(offset / limit) + 1,
    page_size: limit,
    total_pages: Math.ceil(voices.length / limit),
  };
}

function toJson(body: object) {
  return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

function answerNormally({ response, normal }: ProviderExchange<MistralCall>) {
  response.writeHead(200, { 'content-type': normal.mediaType });
  response.end(normal.body);
}

/** A refusal with a body of the vendor's. */
export function sendError(status: number, body: object, headers: Record<string, string> = {}) {
  return ({ response }: Pick<ProviderExchange<MistralCall>, 'response'>) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
