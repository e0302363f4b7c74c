/**
 * Bodies from the vendor's API reference and its error guide (platform.openai.com/docs/api-reference/chat,
 * /chat-streaming, /audio/createSpeech; developers.openai.com/docs/guides/error-codes).
 */

const id = 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT';
const created = 1_741_569_952;
const fingerprint = 'fp_44709d6fcb';

export interface Reply {
  readonly content: string | null;
  readonly refusal?: string | null;
  readonly finishReason?: string;
  readonly promptTokens?: number;
}

const usage = {
  prompt_tokens: 1117,
  completion_tokens: 46,
  total_tokens: 1163,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 0,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};

function countFrom(promptTokens: number) {
  return { ...usage, prompt_tokens: promptTokens, total_tokens: promptTokens + usage.completion_tokens };
}

export function completionBody(
  model: string,
  { content, refusal = null, finishReason = 'stop', promptTokens = 1117 }: Reply,
) {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal, annotations: [] },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: countFrom(promptTokens),
    service_tier: 'default',
    system_fingerprint: fingerprint,
  };
}

/** The chunks of a stream: the role, the words one by one, the finish reason, and usage if requested. */
export function completionChunks(
  model: string,
  { content, refusal, finishReason = 'stop', promptTokens = 1117 }: Reply,
  { hasUsage = false } = {},
): object[] {
  const words = content?.match(/\s*\S+/gu) ?? [];
  return [
    chunk(model, { role: 'assistant', content: refusal ? null : '', refusal: null }),
    ...(refusal ? [chunk(model, { refusal })] : []),
    ...words.map(word => chunk(model, { content: word })),
    chunk(model, {}, finishReason),
    ...(hasUsage ? [{ ...chunk(model, {}), choices: [], usage: countFrom(promptTokens) }] : []),
  ];
}

function chunk(model: string, delta: object, finishReason: string | null = null) {
  return {
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    service_tier: 'default',
    system_fingerprint: fingerprint,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  };
}

/** Server-sent events with the vendor's end mark. */
export function eventStreamText(chunks: readonly object[]): string {
  return `${chunks.map(each => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`;
}

export interface VendorError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

function vendorError(
  message: string,
  type: string,
  code: string | null,
  param: string | null = null,
): VendorError {
  return { message, type, param, code };
}

export const vendorErrors = {
  badRequest: vendorError(
    "Invalid value for 'messages'.",
    'invalid_request_error',
    'invalid_value',
    'messages',
  ),
  wrongTokenLimit: vendorError(
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'invalid_request_error',
    'unsupported_parameter',
    'max_tokens',
  ),
  unknownEffort: vendorError(
    'Unrecognized request argument supplied: reasoning_effort',
    'invalid_request_error',
    null,
  ),
  unsupportedFormat: vendorError(
    "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe-api-ev3'. Use 'json' or 'text' instead.",
    'invalid_request_error',
    'unsupported_value',
    'response_format',
  ),
  contentPolicy: vendorError(
    'Your request was rejected as a result of our safety system.',
    'invalid_request_error',
    'content_policy_violation',
  ),
  country: vendorError(
    'Country, region, or territory not supported',
    'request_forbidden',
    'unsupported_country_region_territory',
  ),
  unknownModel: vendorError(
    'The model `gpt-99` does not exist or you do not have access to it.',
    'invalid_request_error',
    'model_not_found',
  ),
  conflict: vendorError('The resource was updated by another request.', 'invalid_request_error', null),
  unprocessable: vendorError('The request could not be processed.', 'invalid_request_error', null),
  rateLimit: vendorError(
    'Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 12000.',
    'tokens',
    'rate_limit_exceeded',
  ),
  quota: vendorError(
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    'insufficient_quota',
    'insufficient_quota',
  ),
  server: vendorError(
    'The server had an error while processing your request. Sorry about that!',
    'server_error',
    null,
  ),
  overloaded: vendorError('The engine is currently overloaded, please try again later', 'server_error', null),
} as const;

/** The vendor's 401 repeats the key, half hidden; some compatible servers repeat all of it. */
export function invalidKeyError(authorization: string): VendorError {
  const key = authorization.replace(/^Bearer /u, '');
  return vendorError(
    `Incorrect API key provided: ${key}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    'invalid_request_error',
    'invalid_api_key',
  );
}
