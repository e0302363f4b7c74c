import { errorMessages } from './messages/errors.ts';
import { type FilledMessage, fill, type Message, type Values } from './messages/message.ts';

/** All error codes with their HTTP status. The messages are in `messages/errors.ts`. */
export const errorStatuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  voice_gone: 410,
  method_not_allowed: 405,
  upload_too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  key_reused: 422,
  invalid_video: 422,
  no_picture: 422,
  unsupported_codec: 422,
  video_too_long: 422,
  video_too_large: 422,
  video_too_demanding: 422,
  unspeakable_script: 422,
  nothing_recognised: 422,
  content_refused: 422,
  rate_limited: 429,
  client_closed: 499,
  internal: 500,
  provider_garbage: 502,
  provider_unavailable: 503,
  provider_busy: 503,
  overloaded: 503,
  unavailable: 503,
  provider_timeout: 504,
  storage_full: 507,
} as const satisfies Record<keyof typeof errorMessages, number>;

export type ErrorCode = keyof typeof errorStatuses;

export const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]];

export interface CodedErrorOptions {
  /**
   * The message for a person; by default the code's. From the catalogue, or a text from elsewhere, such
   * as another process. Never contains a key, a path or a stack.
   */
  readonly message?: FilledMessage | string | undefined;
  /** The message for the operator, with settings and commands. */
  readonly operatorMessage?: string | undefined;
  /** The message for the log, if the other one repeats user input. */
  readonly loggedMessage?: string | undefined;
  /** A further sentence for the person, sent behind the message. */
  readonly note?: FilledMessage | undefined;
  /** For the log only. */
  readonly cause?: unknown;
  /** Seconds until a retry makes sense, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** A provider refused before working, or was not reached. If undefined, it may have charged. */
  readonly costsNothing?: boolean | undefined;
}

/** Whether trying again would give the same: a file, a text or a wish is refused for what it is. */
export function failsAgain(error: unknown): boolean {
  return error instanceof CodedError && [400, 413, 415, 422].includes(error.status);
}

/** A cause whose message contains no user data, so that it may be logged. */
export class LoggedCause extends Error {
  override name = 'LoggedCause';
}

/** The only error that crosses layers: a code, a message for a person, and a cause for the log. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly operatorMessage: string;
  readonly loggedMessage: string;
  /** No provider charged for it; decides whether a use is refunded. */
  readonly costsNothing: boolean;
  /** The message in the catalogue; undefined for a text from elsewhere. */
  readonly filled: FilledMessage | undefined;
  readonly note: FilledMessage | undefined;

  constructor(code: ErrorCode, options: CodedErrorOptions = {}) {
    const message = options.message ?? fill(errorMessages[code]);
    super(typeof message === 'string' ? message : message.text, { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    this.filled = typeof message === 'string' ? undefined : message;
    this.note = options.note;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.operatorMessage = options.operatorMessage ?? this.message;
    this.loggedMessage = options.loggedMessage ?? this.operatorMessage;
    this.costsNothing = options.costsNothing ?? false;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** An error with another sentence than its code's. */
export function refuse<Name extends string>(
  code: ErrorCode,
  message: Message<Name>,
  ...values: Values<Name>
): CodedError {
  return new CodedError(code, { message: fill(message, ...values) });
}

/** The same error with a further sentence for the person. */
export function addNote(error: CodedError, note: FilledMessage): CodedError {
  return new CodedError(error.code, {
    ...error,
    message: error.filled ?? error.message,
    cause: error.cause,
    note,
  });
}
