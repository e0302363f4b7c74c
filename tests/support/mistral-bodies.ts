/**
 * Bodies from the vendor's API reference (docs.mistral.ai/api: `ModelList`, `VoiceListResponse`, chat completions) and its error
 * glossary (docs.mistral.ai/resources/error-glossary); voices of docs.mistral.ai/studio/audio/text-to-speech/voices.
 */

const id = '5b35cc2e69bf4ba9a11373ee1f1937f8';
const created = 1_786_000_000;

interface CatalogueModel {
  readonly id: string;
  readonly can?: readonly string[];
  readonly deprecation?: string;
  /** Takes `reasoning_effort`. */
  readonly reasons?: boolean;
}

export const catalogue: readonly CatalogueModel[] = [
  { id: 'mistral-large-2512', can: ['completion_chat', 'vision'] },
  { id: 'mistral-medium-latest', can: ['completion_chat', 'vision'], reasons: true },
  { id: 'mistral-small-latest', can: ['completion_chat', 'vision'], reasons: true },
  { id: 'codestral-latest', can: ['completion_chat'] },
  { id: 'pixtral-12b-2409', can: ['completion_chat', 'vision'], deprecation: '2025-12-02T12:00:00Z' },
  { id: 'mistral-embed' },
  { id: 'voxtral-mini-tts-2603', can: ['audio_speech'] },
  { id: 'voxtral-mini-tts-3-0', can: ['audio_speech'] },
  { id: 'voxtral-mini-transcribe-3-0', can: ['audio', 'audio_transcription'] },
];

export function describeModel({ id: model, can = [], deprecation = undefined }: CatalogueModel) {
  const names = ['completion_chat', 'vision', 'audio', 'audio_transcription', 'audio_speech'];
  return {
    id: model,
    object: 'model',
    created,
    owned_by: 'mistralai',
    capabilities: {
      ...Object.fromEntries(names.map(name => [name, can.includes(name)])),
      function_calling: can.includes('completion_chat'),
    },
    name: model,
    description: 'A model.',
    max_context_length: 262_144,
    aliases: [],
    deprecation: deprecation ?? null,
    default_model_temperature: 0.3,
    type: 'base',
  };
}

type VoiceFacts = readonly [slug: string, name: string, language: string, gender: string, own?: string];

const voiceFacts: readonly VoiceFacts[] = [
  ['voice_478', 'Sarah', 'en', 'female'],
  ['voice_485', 'Eric', 'en_us', 'male'],
  ['voice_592', 'Marie', 'fr', 'female'],
  ['voice_481', 'Fiona', 'de', 'female'],
  ['en_paul_neutral', 'Paul - Neutral', 'en_us', 'male'],
  ['en_paul_sad', 'Paul - Sad', 'en_us', 'male'],
  ['gb_jane_sarcasm', 'Jane - Sarcasm', 'en_gb', 'female'],
  ['my_reader', 'Our reader', 'en', 'female', 'a-user'],
];

export const listedVoices = voiceFacts.map(([slug, name, language, gender, own], at) => ({
  name,
  slug,
  languages: [language],
  gender,
  age: 20 + 15 * at,
  tags: ['Calm'],
  color: null,
  retention_notice: 30,
  id: `c69964a6-ab8b-4f8a-9465-ec0925096e${String(at).padStart(2, '0')}`,
  created_at: '2026-10-20T10:00:00Z',
  user_id: own ?? null,
}));

export interface Reply {
  readonly content: string;
  readonly finishReason?: string;
}

const usage = { prompt_tokens: 900, completion_tokens: 30, total_tokens: 930 };

export function completionBody(model: string, { content, finishReason = 'stop' }: Reply) {
  const message = { role: 'assistant', tool_calls: null, content };
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    usage,
    choices: [{ index: 0, message, finish_reason: finishReason }],
  };
}

/** The last chunk has the usage, unasked. */
export function completionEvents(model: string, { content, finishReason = 'stop' }: Reply): string {
  const chunk = (delta: object, end: string | null = null, more: object = {}) => ({
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    choices: [{ index: 0, delta, finish_reason: end }],
    ...more,
  });
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...(content.match(/\s*\S+/gu) ?? []).map(word => chunk({ content: word })),
    chunk({ content: '' }, finishReason, { usage }),
  ];
  return `${chunks.map(each => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`;
}

const error = (message: unknown, type: string, code: string | null = null) => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
});

/** A refused field or value, as FastAPI says it inside the vendor's error. */
export function validationError(
  field: string,
  type = 'extra_forbidden',
  msg = 'Extra inputs are not permitted',
) {
  return error(
    { detail: [{ type, loc: ['body', field], msg, input: 'A dog runs.' }] },
    'invalid_request_error',
  );
}

export const vendorErrors = {
  badRequest: [400, error('Invalid request', 'invalid_request_error', '3051')],
  unknownModel: [400, error('Invalid model: nope', 'invalid_model', '1500')],
  unauthorized: [401, { detail: 'Unauthorized' }],
  forbidden: [403, error('Your subscription tier has no access to this model.', 'invalid_request_error')],
  moderated: [403, error('The input was flagged: A dog runs.', 'invalid_request_error')],
  notFound: [404, error('Not found', 'invalid_request_error')],
  invalid: [422, validationError('input')],
  rateLimit: [429, error('Requests rate limit exceeded', 'rate_limited', '1300')],
  capacity: [
    429,
    error('Service tier capacity exceeded for this model.', 'service_tier_capacity_exceeded', '3505'),
  ],
  internal: [500, error('Internal server error', 'internal_server_error', '1000')],
  unavailable: [503, error('Service unavailable', 'server_error')],
  timeout: [504, error('Gateway timeout', 'server_error')],
} as const satisfies Record<string, readonly [status: number, body: object]>;
