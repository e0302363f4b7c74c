/**
 * Bodies as documented: the SDK's types (1.14.0, `resources/models`, `resources/messages`), platform.claude.com/docs/en/api/errors,
 * /api/rate-limits and /build-with-claude/streaming (November 2026).
 */

interface ModelFacts {
  readonly id: string;
  readonly line: string;
  /** `thinking.type` values besides `adaptive`. */
  readonly thinking: readonly ('disabled' | 'between_tools' | 'enabled')[];
  readonly hasEffort?: boolean;
  readonly retiresAt?: string;
}

/** Newest first, as the vendor lists them. */
export const catalogue: readonly ModelFacts[] = [
  { id: 'claude-fable-5-2', line: 'fable', thinking: [] },
  { id: 'claude-haiku-5-5', line: 'haiku', thinking: ['disabled'] },
  { id: 'claude-sonnet-5-5', line: 'sonnet', thinking: ['between_tools'] },
  { id: 'claude-opus-5-5', line: 'opus', thinking: [] },
  { id: 'claude-sonnet-5', line: 'sonnet', thinking: ['disabled'] },
  { id: 'claude-haiku-4-5-20251001', line: 'haiku', thinking: ['disabled', 'enabled'], hasEffort: false },
  {
    id: 'claude-sonnet-4-5-20250929',
    line: 'sonnet',
    thinking: ['disabled', 'enabled'],
    hasEffort: false,
    retiresAt: '2026-11-30T00:00:00Z',
  },
];

/** Names that the list does not have. */
export const aliases: Readonly<Record<string, string>> = {
  'claude-haiku-4-5': 'claude-haiku-4-5-20251001',
  'claude-sonnet-4-5': 'claude-sonnet-4-5-20250929',
};

export function describeModel({ id, line, thinking, hasEffort = true, retiresAt }: ModelFacts) {
  const support = (supported: boolean) => ({ supported });
  const canThink = (type: (typeof thinking)[number]) => support(thinking.includes(type));
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-10-07T00:00:00Z',
    line,
    lifecycle: retiresAt ? 'deprecated' : 'active',
    deprecated_at: retiresAt ? '2026-09-01T00:00:00Z' : null,
    retires_at: retiresAt ?? null,
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
    capabilities: {
      batch: support(true),
      image_input: support(true),
      pdf_input: support(true),
      structured_outputs: support(true),
      effort: {
        ...{ supported: hasEffort, low: support(hasEffort), medium: support(hasEffort) },
        ...{ high: support(hasEffort), xhigh: null, max: support(hasEffort) },
      },
      thinking: {
        supported: true,
        types: {
          adaptive: support(hasEffort),
          between_tools: canThink('between_tools'),
          disabled: canThink('disabled'),
          enabled: canThink('enabled'),
        },
      },
    },
  };
}

interface Reply {
  readonly model: string;
  readonly pieces: readonly string[];
  readonly inputTokens: number;
  readonly stopReason?: string | undefined;
  readonly thought?: string | undefined;
}

/** The events of a streamed message, each with its name. */
export function listEvents({ model, pieces, inputTokens, stopReason = 'end_turn', thought }: Reply) {
  const usage = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = {
    id: 'msg_01StandIn',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: inputTokens, ...usage, output_tokens: 1 },
  };
  const at = thought === undefined ? 0 : 1;
  const output = Math.ceil([thought, ...pieces].join('').length / 4);
  return [
    { type: 'message_start', message },
    ...(thought === undefined ? [] : listThought(thought)),
    { type: 'content_block_start', index: at, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...pieces.map(text => ({ type: 'content_block_delta', index: at, delta: { type: 'text_delta', text } })),
    { type: 'content_block_stop', index: at },
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { input_tokens: inputTokens, ...usage, output_tokens: output },
    },
    { type: 'message_stop' },
  ];
}

function listThought(thinking: string) {
  return [
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'EqQBCgIYAh' } },
    { type: 'content_block_stop', index: 0 },
  ];
}

export function eventStreamText(events: readonly { readonly type: string }[]): string {
  return events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

export function errorBody(type: string, message: string, details?: object) {
  const error = { type, message, ...(details && { details }) };
  return { type: 'error', error, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' };
}

/** With their statuses. */
export const vendorErrors = {
  badRequest: [400, errorBody('invalid_request_error', 'max_tokens: 999999 > 128000, which is the maximum.')],
  tooLong: [400, errorBody('invalid_request_error', 'prompt is too long: 1200000 tokens > 1000000 maximum')],
  noCredit: [
    400,
    errorBody(
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
  ],
  ownLimit: [
    400,
    errorBody(
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
    ),
  ],
  invalidKey: [401, errorBody('authentication_error', 'invalid x-api-key')],
  billing: [402, errorBody('billing_error', "There's an issue with your billing or payment information.")],
  forbidden: [403, errorBody('permission_error', 'Your API key does not have permission for this.')],
  unknownModel: [404, errorBody('not_found_error', 'model: claude-9')],
  conflict: [409, errorBody('conflict_error', 'The request conflicts with the current state.')],
  tooLarge: [413, errorBody('request_too_large', 'Request exceeds the maximum size')],
  rateLimit: [
    429,
    errorBody(
      'rate_limit_error',
      'This request would exceed your organization’s rate limit of 50 requests per minute.',
    ),
  ],
  tierLimit: [
    429,
    errorBody(
      'rate_limit_error',
      "You have reached your API usage limits: your organization has crossed its monthly API usage threshold, set based on your organization's API tier. You will regain access on 2026-12-01 at 00:00 UTC.",
      { error_code: 'enforced_spend_limit_reached' },
    ),
  ],
  internal: [500, errorBody('api_error', 'Internal server error')],
  timeout: [504, errorBody('timeout_error', 'The request timed out while processing.')],
  overloaded: [529, errorBody('overloaded_error', 'Overloaded')],
} as const;
