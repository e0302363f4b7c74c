import { z } from 'zod';
import {
  createRefusalMapper,
  type Failure,
  failures,
  Refusal,
  toBusyFailure,
  toStatusFailure,
} from '../provider/failure.ts';
import type { AnswerKind } from '../provider/guard-fetch.ts';
import {
  connectByFetch,
  type HttpConnection,
  type HttpRules,
  type ProviderAccess,
} from '../provider/prepare-connection.ts';
import { parseJson } from '../provider/written-text.ts';

/** Time-outs and retries are the defaults of the vendor's SDK. */
const elevenLabs: HttpRules = {
  vendor: { name: 'ElevenLabs', domain: 'elevenlabs.io' },
  baseUrl: 'https://api.elevenlabs.io',
  timeoutMs: 240_000,
  /** Three hours of sound, generated at twice real time. */
  longestBodyMs: 90 * 60_000,
  maxRetries: 2,
  isOutOfCredit: text => hasCode(readNames(text), outOfCreditCodes),
  mapError: createRefusalMapper({
    findFailure,
    listFacts(refusal) {
      const { codes, requestId } = refusal.read(readNames);
      return [...codes, requestId];
    },
  }),
  composeHeaders: apiKey => ({ 'xi-api-key': apiKey }),
};

/** @param access its base URL without `/v1` */
export function connect(access: ProviderAccess, answer: AnswerKind): HttpConnection {
  return connectByFetch(elevenLabs, access, answer);
}

export function meansUnknownVoice(error: unknown): boolean {
  return error instanceof Refusal && hasCode(error.read(readNames), unknownVoiceCodes);
}

/** Codes are more specific than statuses: an account without credit returns 401, like a wrong key. */
function findFailure(refusal: Refusal): Failure {
  const names = refusal.read(readNames);
  const [failure = toStatusFailure(refusal)] = namedFailures.find(([, codes]) => hasCode(names, codes)) ?? [];
  return failure === 'busy' ? toBusyFailure(refusal.headers) : failure;
}

function hasCode({ codes }: Names, wanted: readonly string[]): boolean {
  return codes.some(code => wanted.includes(code));
}

/** The account is out of credit, or its plan does not include the request. */
const outOfCreditCodes = ['quota_exceeded', 'insufficient_credits', 'payment_required', 'paid_plan_required'];
const busyCodes = [
  'too_many_concurrent_requests',
  'concurrent_limit_exceeded',
  'rate_limit_exceeded',
  'system_busy',
];
const unknownVoiceCodes = ['voice_not_found', 'voice_does_not_exist'];
const unknownModelCodes = ['model_not_found', 'invalid_model_id', 'unsupported_model', 'model_access_denied'];
/** By the key's own rights, or by the plan of the account. */
const keyNotAllowedCodes = ['missing_permissions', 'detected_unusual_activity', 'only_for_creator+'];

/** Content policy codes: elevenlabs.io/docs, and error bodies in public bug reports. */
const namedFailures: readonly (readonly [failure: Failure | 'busy', codes: readonly string[]])[] = [
  [{ code: 'content_refused' }, ['content_against_policy', 'content_policy_violation', 'text_blocked']],
  [failures.outOfCredit, outOfCreditCodes],
  ['busy', busyCodes],
  [failures.unknownModel, [...unknownModelCodes, 'model_can_not_do_text_to_speech']],
  [failures.keyNotAllowed, [...keyNotAllowedCodes, 'famous_voice_not_permitted']],
  [failures.keyRejected, ['invalid_api_key', 'missing_api_key', 'needs_authorization']],
];

/**
 * The codes in the vendor's error bodies. Messages are not read: they may repeat the script.
 * Old bodies: `{"detail": {"status": "quota_exceeded", "message": …}}`. New ones (2026): `{"detail": {"type": "validation_error",
 * "code": "unsupported_model", "status": …, "message": …, "request_id": …}}`. FastAPI's own, with status 422: `{"detail": [{"loc":
 * […], "msg": …, "type": "missing"}]}`.
 */
const namesSchema = z.object({
  status: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  request_id: z.string().optional().catch(undefined),
});

const bodySchema = z.object({ detail: z.union([namesSchema, z.array(namesSchema), z.string()]) });

type Names = ReturnType<typeof readNames>;

function readNames(body: string) {
  const detail = bodySchema.safeParse(parseJson(body)).data?.detail;
  const names = Array.isArray(detail) ? detail[0] : detail;
  if (names === undefined || typeof names === 'string') return { codes: [], requestId: undefined };
  const { code, status, type, request_id: requestId } = names;
  // The most specific first.
  return { codes: [code, status, type].filter(isName), requestId };
}

/** A code is one word, never a sentence. */
function isName(text: string | undefined): text is string {
  return text !== undefined && text.length <= 60 && /^[\w+.-]+$/u.test(text);
}
