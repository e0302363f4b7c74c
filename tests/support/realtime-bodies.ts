/**
 * Events of the Realtime API by its reference (openapi.yaml of openai/openai-openapi, f85dbe223d40 of 2026-08-21,
 * `x-oaiMeta` examples) and the types of openai 7.55.0 (resources/realtime/realtime.d.ts). What follows a refusal, and
 * order and delay of `rate_limits.updated`, are from reports of the live service in 2026.
 */

export interface RealtimeError {
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  readonly param: string | null;
  readonly event_id: string | null;
}

export function realtimeError(
  type: string,
  code: string | null,
  message: string,
  more: Partial<RealtimeError> = {},
): RealtimeError {
  return { type, code, message, param: null, event_id: null, ...more };
}

const rateLimitText =
  'Rate limit reached for gpt-realtime-2.1-mini (for limit gpt-4o-mini-realtime) in organization org-Secr3tOrganisation on tokens per min (TPM): Limit 40000, Used 37040, Requested 8196.';

export const realtimeErrors = {
  noCredit: realtimeError(
    'insufficient_quota',
    'credit_balance_exhausted',
    'You have no credits remaining. Add credits to continue using the API.',
  ),
  unknownModel: realtimeError(
    'invalid_request_error',
    'model_not_found',
    'The model `gpt-99` does not exist or you do not have access to it.',
  ),
  notRealtime: realtimeError(
    'invalid_request_error',
    'invalid_model',
    'Model "gpt-4o" is not supported in realtime mode.',
  ),
  missingModel: realtimeError(
    'invalid_request_error',
    'missing_model',
    'You must provide a model parameter.',
  ),
  betaShape: realtimeError(
    'invalid_request_error',
    'beta_api_shape_disabled',
    'The Realtime Beta API is no longer supported. Please use /v1/realtime for the GA API.',
  ),
  expired: realtimeError(
    'invalid_request_error',
    'session_expired',
    'Your session hit the maximum duration of 60 minutes.',
  ),
  server: realtimeError(
    'server_error',
    null,
    'The server had an error while processing your request. Sorry about that!',
  ),
  /** @param wait as the vendor writes it: `1.5s`, `174ms`, `1m26.4s` */
  rateLimit: (wait: string) =>
    realtimeError(
      'tokens',
      'rate_limit_exceeded',
      `${rateLimitText} Please try again in ${wait}. Visit https://platform.openai.com/account/rate-limits to learn more.`,
    ),
  invalidKey: (key: string) =>
    realtimeError('invalid_request_error', 'invalid_api_key', `Incorrect API key provided: ${key}.`),
} as const;

export const realtimeVoices: readonly string[] = [
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'sage',
  'shimmer',
  'verse',
  'marin',
  'cedar',
];

const sessionSeconds = 3600;

/** The initial session. */
export function sessionBody(model: string, lifeSeconds = sessionSeconds) {
  const format = { type: 'audio/pcm', rate: 24_000 };
  return {
    type: 'realtime',
    object: 'realtime.session',
    id: 'sess_C9G5QPteg4UIbotdKLoYQ',
    model,
    output_modalities: ['audio'],
    instructions: 'Your knowledge cutoff is 2023-10. You are a helpful, witty, and friendly AI.',
    tools: [],
    tool_choice: 'auto',
    max_output_tokens: 'inf',
    tracing: null,
    truncation: 'auto',
    prompt: null,
    expires_at: Math.floor(Date.now() / 1000) + lifeSeconds,
    reasoning: { effort: 'low' },
    audio: {
      input: {
        format,
        transcription: null,
        noise_reduction: null,
        turn_detection: {
          type: 'server_vad',
          threshold: 0.5,
          prefix_padding_ms: 300,
          silence_duration_ms: 200,
          idle_timeout_ms: null,
          create_response: true,
          interrupt_response: true,
        },
      },
      output: { format, voice: 'alloy', speed: 1 },
    },
    include: null,
  };
}

export type SessionBody = ReturnType<typeof sessionBody>;

/** The properties of a response at its start and end. */
export interface ResponseFacts {
  readonly id: string;
  readonly voice: string;
  readonly metadata: Readonly<Record<string, string>> | null;
}

export function responseBody(
  { id, voice, metadata }: ResponseFacts,
  changes: { status?: string; status_details?: object | null; output?: object[]; usage?: object | null } = {},
) {
  return {
    object: 'realtime.response',
    id,
    status: 'in_progress',
    status_details: null,
    output: [],
    conversation_id: null,
    output_modalities: ['audio'],
    max_output_tokens: 'inf',
    audio: { output: { format: { type: 'audio/pcm', rate: 24_000 }, voice } },
    usage: null,
    metadata,
    ...changes,
  };
}

/** The vendor counts a token for 50 ms of speech (developers.openai.com/api/docs/guides/realtime-costs). */
export function usageBody(textTokensIn: number, textTokensOut: number, soundSeconds: number) {
  const soundTokens = Math.ceil(soundSeconds * 20);
  return {
    total_tokens: textTokensIn + textTokensOut + soundTokens,
    input_tokens: textTokensIn,
    output_tokens: textTokensOut + soundTokens,
    input_token_details: {
      text_tokens: textTokensIn,
      audio_tokens: 0,
      image_tokens: 0,
      cached_tokens: 0,
      cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens: textTokensOut, audio_tokens: soundTokens },
  };
}
