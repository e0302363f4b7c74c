import { type ChatStandIn, json, type PlainAnswer, startChatStandIn } from './chat-stand-in.ts';
import { listPictures } from './picture-colours.ts';

/** Hosted services with OpenAI's chat API, each with its own list of models and its own refusals. */
interface Gateway {
  /** The API's base path. */
  readonly root: string;
  readonly thoughtField: 'reasoning' | 'reasoning_content';
  /** The answer to a request for its models. */
  readonly models: PlainAnswer;
  // biome-ignore lint/suspicious/noExplicitAny: a request as it came.
  readonly refuse?: (body: any) => PlainAnswer | undefined;
}

function list(ids: readonly string[], more: object): PlainAnswer {
  return json(200, { object: 'list', data: ids.map(id => ({ id, object: 'model', ...more })) });
}

function refusal(message: string, type = 'invalid_request_error'): PlainAnswer {
  return json(400, { error: { message, type } });
}

/** By their documentation in November 2026: see the sources beside each. */
const gateways = {
  /** console.groq.com/docs/vision, /docs/api-reference: Models. */
  groq: {
    root: '/openai/v1',
    thoughtField: 'reasoning',
    models: list(['qwen/qwen3.6-27b', 'openai/gpt-oss-120b', 'whisper-large-v3-turbo'], {
      created: 1_765_000_000,
      owned_by: 'Alibaba Cloud',
      active: true,
      context_window: 131_072,
      public_apps: null,
    }),
    refuse: body =>
      listPictures(body).length > 5
        ? refusal('Too many images provided. This model supports up to 5 images')
        : undefined,
  },
  /** docs.x.ai/developers/rest-api-reference/inference/models, docs.x.ai/developers/models/grok-4.3. */
  xai: {
    root: '/v1',
    thoughtField: 'reasoning_content',
    models: list(['grok-4.3', 'grok-imagine-image'], { created: 1_777_000_000, owned_by: 'xai' }),
  },
  /** api-docs.deepseek.com/api/list-models, /guides/thinking_mode, /quick_start/pricing: only Flash sees, and both think by default. */
  deepseek: {
    root: '',
    thoughtField: 'reasoning_content',
    models: list(['deepseek-v4-pro', 'deepseek-flash'], { owned_by: 'deepseek' }),
    refuse: body => {
      if (body.thinking?.type !== 'disabled') return refusal('This test pays for no thoughts.');
      const isBlind = body.model !== 'deepseek-flash' && listPictures(body).length > 0;
      return isBlind ? refusal('This model does not support image input.') : undefined;
    },
  },
  /** docs.litellm.ai/docs/completion/drop_params, /docs/proxy/model_management. */
  litellm: {
    root: '/v1',
    thoughtField: 'reasoning_content',
    models: list(['our-model'], { created: 1_677_610_602, owned_by: 'openai' }),
    refuse: body =>
      body.reasoning_effort === undefined
        ? undefined
        : refusal(
            "litellm.UnsupportedParamsError: openai does not support parameters: ['reasoning_effort'], for model=our-model. To drop these, set `litellm.drop_params=True`",
          ),
  },
  /** docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html: this endpoint lists no models. */
  bedrock: {
    root: '/openai/v1',
    thoughtField: 'reasoning',
    models: json(404, { message: 'Unknown operation' }),
  },
} as const satisfies Readonly<Record<string, Gateway>>;

export async function startGatewayStandIn(name: keyof typeof gateways): Promise<ChatStandIn> {
  const { root, thoughtField, models, refuse }: Gateway = gateways[name];
  const standIn = await startChatStandIn({
    chatPaths: [`${root}/chat/completions`],
    thoughtField,
    answer: ({ method, path }) => (method === 'GET' && path === `${root}/models` ? models : undefined),
    notFound: () => json(404, { error: { message: 'Not Found', type: 'invalid_request_error' } }),
    chat: body => refuse?.(body) ?? {},
  });
  return { ...standIn, baseUrl: `${standIn.origin}${root}` };
}
