import { LoggedCause } from '#shared/errors.ts';
import { meansOutOfCredit } from '../openai-compatible/refusals.ts';
import { describeBusy, type Failure, failures } from '../provider/failure.ts';

/** What the Realtime API says of an error, in an event, in a response that failed, or as the reason of a closing. */
export interface ApiFault {
  readonly type?: string | null | undefined;
  readonly code?: string | null | undefined;
  /** Holds the organisation, parts of the key, or what was asked: only the wait in it is read. */
  readonly message?: string | null | undefined;
}

export interface FaultOptions {
  /** It came before anything was made, so that another try is no more than what was asked for. */
  readonly mayRepeat?: boolean;
  /** What the log may have: codes and figures. */
  readonly facts?: readonly unknown[];
  readonly cause?: unknown;
}

/** Something that went wrong at a socket; becomes a `CodedError` where it leaves the adapter. */
export class RealtimeFault extends Error {
  readonly failure: Failure;
  readonly mayRepeat: boolean;

  constructor(failure: Failure, { mayRepeat = false, facts = [], cause }: FaultOptions = {}) {
    const words = facts.filter(fact => fact !== undefined && fact !== null && isPlain(String(fact)));
    super(failure.code, { cause: cause ?? new LoggedCause(`realtime: ${words.join(', ') || 'no code'}`) });
    this.failure = failure;
    this.mayRepeat = mayRepeat;
  }
}

/** A code or a status. Whatever else stands in its place may repeat what was asked, or the key. */
function isPlain(fact: string): boolean {
  return fact.length <= 80 && /^[\w.:-]+$/u.test(fact) && !/\bsk[-_]/u.test(fact);
}

/** What the API's names for an error mean. */
const meanings: readonly (readonly [failure: Failure, names: readonly string[]])[] = [
  [{ code: 'content_refused' }, ['content_policy_violation', 'content_filter', 'moderation_blocked']],
  [
    failures.turnedAway,
    ['invalid_api_key', 'insufficient_permissions', 'unsupported_country_region_territory'],
  ],
  [failures.unknownModel, ['model_not_found', 'invalid_model', 'missing_model']],
];
const busyNames = ['rate_limit_exceeded', 'slow_down', 'rate_limit_error', 'tokens', 'requests'];

/** A wait up to this is waited for before another try, as with requests over HTTP. */
const longestRepeatWaitSeconds = 8;
const longestWaitSeconds = 24 * 3600;

const serverFailed: Failure = { code: 'provider_unavailable', costsNothing: true };

/** What an error means that the API named. */
export function toApiFault({ type, code, message }: ApiFault): RealtimeFault {
  const facts = [type, code];
  const has = (names: readonly string[]) => names.includes(code ?? '') || names.includes(type ?? '');
  if (meansOutOfCredit(type, code)) return new RealtimeFault(failures.outOfCredit, { facts });
  const known = meanings.find(([, names]) => has(names))?.[0];
  if (known) return new RealtimeFault(known, { facts });
  if (has(busyNames)) {
    // No header says how long to wait, only the message does.
    const busy = describeBusy(readWaitSeconds(message ?? ''));
    const mayRepeat = (busy.retryAfterSeconds ?? 0) <= longestRepeatWaitSeconds;
    return new RealtimeFault(busy, { facts, mayRepeat });
  }
  if (code === 'session_expired' || type === 'server_error')
    return new RealtimeFault(serverFailed, { facts, mayRepeat: true });
  return new RealtimeFault(failures.textRejected, { facts });
}

/**
 * The wait in a sentence such as "Please try again in 1m26.4s."
 * @returns whole seconds, at least 1 and at most a day; undefined where it says none
 */
export function readWaitSeconds(message: string): number | undefined {
  const [, hours, minutes, count, unit] =
    /try again in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?(?:(\d{1,6}(?:\.\d{1,6})?)(ms|s))?/u.exec(message) ?? [];
  if (hours === undefined && minutes === undefined && count === undefined) return undefined;
  const rest = Number(count ?? 0) / (unit === 'ms' ? 1000 : 1);
  const seconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + rest;
  return Math.min(Math.max(1, Math.ceil(seconds)), longestWaitSeconds);
}

/** Closings that say that this server goes, not that the work failed (RFC 6455 7.4.1; 1012 and 1013 by IANA's list). */
const goingAway: readonly number[] = [1001, 1011, 1012, 1013];
const turnedAwayClosing = 3000;

/**
 * What a closing means. Its reason says more than its number: the vendor closes with 1013, "try again later", where there
 * is no credit left.
 * @param hasBegun whether the response had begun that it ended
 */
export function toClosingFault(code: number, reason: string, hasBegun: boolean): RealtimeFault {
  const [type, name, ...others] = reason.split('.');
  if (type && name && others.length === 0) return toApiFault({ type, code: name });
  const facts = ['closed', code];
  if (code === turnedAwayClosing) return new RealtimeFault(failures.turnedAway, { facts });
  if (hasBegun) return new RealtimeFault(failures.answerCut, { facts });
  if (goingAway.includes(code)) return new RealtimeFault(serverFailed, { facts, mayRepeat: true });
  return new RealtimeFault(failures.answerCut, { facts });
}
