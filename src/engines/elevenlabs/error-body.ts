import { z } from 'zod';
import { parseJson } from '../provider/written-text.ts';

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

export interface RefusalNames {
  /** Most specific first: `code`, `status`, `type`. */
  readonly codes: readonly string[];
  readonly requestId: string | undefined;
}

export function readRefusalNames(body: string): RefusalNames {
  const detail = bodySchema.safeParse(parseJson(body)).data?.detail;
  const names = Array.isArray(detail) ? detail[0] : detail;
  if (names === undefined || typeof names === 'string') return { codes: [], requestId: undefined };
  const { code, status, type, request_id: requestId } = names;
  return { codes: [code, status, type].filter(isName), requestId };
}

/** A code is one word, never a sentence. */
function isName(text: string | undefined): text is string {
  return text !== undefined && text.length <= 60 && /^[\w+.-]+$/u.test(text);
}

const outOfCreditCodes = ['quota_exceeded', 'insufficient_credits', 'payment_required', 'paid_plan_required'];

/** The account is out of credit, or its plan does not include the request. */
export function meansOutOfCredit(codes: readonly string[]): boolean {
  return codes.some(code => outOfCreditCodes.includes(code));
}

/** The same for an error body; such a request must not be retried. */
export function isOutOfCredit(refusalText: string): boolean {
  return meansOutOfCredit(readRefusalNames(refusalText).codes);
}

/** An error response of the provider. Its text is dropped: it may repeat the script or the key. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly names: RefusalNames;

  constructor(status: number, headers: Headers, body: string) {
    super(`The provider answered ${status}.`);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
    this.names = readRefusalNames(body);
  }

  hasCode(wanted: readonly string[]): boolean {
    return this.names.codes.some(code => wanted.includes(code));
  }
}
