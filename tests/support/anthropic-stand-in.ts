import { z } from 'zod';
import {
  aliases,
  catalogue,
  describeModel,
  errorBody,
  eventStreamText,
  listEvents,
  vendorErrors,
} from './anthropic-bodies.ts';
import { narrateAsTold } from './narrate-as-told.ts';
import { nameColours } from './picture-colours.ts';
import {
  type ProviderExchange,
  type ProviderRequest,
  type ProviderStandIn,
  type ReceivedMessage,
  startProviderStandIn,
} from './provider-stand-in.ts';

/** The calls that the product makes: the list of models, one model, and work. */
export type AnthropicCall = 'models' | 'model' | 'vision' | 'script';

export interface AnthropicStandIn extends ProviderStandIn<AnthropicCall> {
  /** The value of `ANTHROPIC_BASE_URL`. */
  readonly baseUrl: string;
  /** Keeps only these models. */
  keepModels(...ids: string[]): void;
}

type AnthropicRequest = ProviderRequest<AnthropicCall>;
type Status = readonly [status: number, body: object];

/** The fields that the vendor accepts from us; it refuses unknown ones, and sampling parameters with its current models. */
const requestSchema = z.strictObject({
  model: z.string(),
  max_tokens: z.int().positive().max(128_000),
  system: z.string(),
  stream: z.literal(true),
  thinking: z.strictObject({ type: z.enum(['adaptive', 'disabled', 'between_tools']) }).optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'max']).optional(),
      // platform.claude.com/docs/en/build-with-claude/structured-outputs, November 2026.
      format: z
        .strictObject({
          type: z.literal('json_schema'),
          schema: z.looseObject({ type: z.literal('object'), additionalProperties: z.literal(false) }),
        })
        .optional(),
    })
    .optional(),
  messages: z
    .array(
      z.strictObject({
        role: z.literal('user'),
        content: z.array(
          z.discriminatedUnion('type', [
            z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
            z.strictObject({
              type: z.literal('image'),
              source: z.strictObject({
                type: z.literal('base64'),
                media_type: z.literal('image/jpeg'),
                data: z.base64(),
              }),
            }),
          ]),
        ),
      }),
    )
    .length(1),
});

/**
 * A local server with Anthropic's Messages and Models API: real HTTP, documented bodies, its refusals, and any fault. It names the
 * colours of its pictures and writes in the requested language.
 */
export async function startAnthropicStandIn({ port = 0 } = {}): Promise<AnthropicStandIn> {
  let models = catalogue;
  const { reset, ...standIn } = await startProviderStandIn<AnthropicCall>(port, {
    findCall,
    sendNotFound: response => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(errorBody('not_found_error', 'Not Found')));
    },
    answer: async (exchange, reported) => {
      const refusal = findRefusal(models, exchange.request);
      if (refusal && !reported) return sendError(...refusal)(exchange);
      const normal = refusal ? toJson({}) : await composeNormal(models, exchange.request);
      await (reported ?? answerNormally)({ ...exchange, normal });
    },
  });
  return {
    ...standIn,
    baseUrl: standIn.origin,
    keepModels: (...ids) => {
      models = catalogue.filter(({ id }) => ids.includes(id));
    },
    reset: () => {
      reset();
      models = catalogue;
    },
  };
}

function findCall({ method, path, body }: ReceivedMessage): AnthropicCall | undefined {
  if (method === 'GET' && path === '/v1/models') return 'models';
  if (method === 'GET' && path.startsWith('/v1/models/')) return 'model';
  if (method !== 'POST' || path !== '/v1/messages') return undefined;
  return JSON.stringify(body).includes('"type":"image"') ? 'vision' : 'script';
}

function findModel(models: typeof catalogue, name: string) {
  return models.find(({ id }) => id === (aliases[name] ?? name));
}

function readModel({ call, path, body }: AnthropicRequest): string {
  return call === 'model' ? (path.split('/').at(-1) ?? '') : String(body?.model);
}

function findRefusal(models: typeof catalogue, request: AnthropicRequest): Status | undefined {
  const { call, headers, body } = request;
  const isAllowed =
    headers.authorization?.startsWith('Bearer ') && headers['anthropic-version'] === '2026-10-21';
  if (!isAllowed) return vendorErrors.invalidKey;
  if (call === 'models') return undefined;
  const model = findModel(models, readModel(request));
  if (!model) return vendorErrors.unknownModel;
  if (call === 'model') return undefined;
  const { error, data } = requestSchema.safeParse(body);
  if (error) return [400, errorBody('invalid_request_error', z.prettifyError(error))];
  const type = data.thinking?.type ?? 'adaptive';
  const isTaken = type === 'adaptive' || model.thinking.includes(type);
  if (isTaken) return undefined;
  return [
    400,
    errorBody('invalid_request_error', `"thinking.type.${type}" is not supported for this model.`),
  ];
}

async function composeNormal(models: typeof catalogue, request: AnthropicRequest) {
  if (request.call === 'models') {
    const data = models.map(describeModel);
    return toJson({ data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null });
  }
  const name = readModel(request);
  const model = findModel(models, name);
  if (request.call === 'model') return toJson(model ? describeModel(model) : {});
  const { system, messages, thinking } = requestSchema.parse(request.body);
  const pictures = messages.flatMap(({ content }) =>
    content.flatMap(block => (block.type === 'image' ? [`data:image/jpeg;base64,${block.source.data}`] : [])),
  );
  const colours = await nameColours(pictures);
  const text =
    pictures.length > 0
      ? colours.map((colour, at) => `Picture ${at + 1}: ${colour}.`).join('\n')
      : narrateAsTold(system);
  const third = Math.ceil(text.length / 3);
  const events = listEvents({
    model: model?.id ?? name,
    pieces: [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)],
    inputTokens: 300 + 1000 * pictures.length,
    thought: thinking ? undefined : '',
  });
  return { mediaType: 'text/event-stream; charset=utf-8', body: Buffer.from(eventStreamText(events)) };
}

function toJson(body: object) {
  return { mediaType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

function answerNormally({ response, normal }: ProviderExchange<AnthropicCall>) {
  response.writeHead(200, { 'content-type': normal.mediaType, 'request-id': 'req_011CSHoEeqs5C35K2UUqR7Fy' });
  for (const event of normal.body.toString().split(/(?<=\n\n)/u)) response.write(event);
  response.end();
}

/** A refusal with a body of the vendor's. */
export function sendError(status: number, body: object, headers: Record<string, string> = {}) {
  return ({ response }: Pick<ProviderExchange<AnthropicCall>, 'response'>) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_011CSHoEeqs5C35K2UUqR7Fy',
      ...headers,
    });
    response.end(JSON.stringify(body));
  };
}
