/** Everything that can go wrong with its HTTP status and the sentence a person reads when nothing more exact is known. */
export const errorCatalogue = {
  bad_request: [400, 'The request could not be understood.'],
  unauthorized: [401, 'Please sign in first.'],
  forbidden: [403, 'Your plan does not include this.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not take that kind of request.'],
  upload_too_slow: [408, 'The upload stalled, so we stopped waiting. Please try again.'],
  conflict: [409, 'This was already done.'],
  too_large: [413, 'This is larger than we take.'],
  unsupported_media_type: [415, 'This kind of content is not taken here.'],
  expectation_failed: [417, 'This server does not offer what the request expects.'],
  key_reused: [422, 'This Idempotency-Key was used for another request. Please send a new one.'],
  invalid_video: [422, 'This file could not be read as a video.'],
  no_picture: [
    422,
    'This file has sound but no video that we can read. Please choose another file, or convert it to MP4 (H.264).',
  ],
  unsupported_codec: [
    422,
    'The pictures in this video are coded in a way that we cannot read. Please convert it to MP4 (H.264).',
  ],
  video_too_long: [422, 'This video is longer than we take.'],
  video_too_large: [422, 'The picture of this video is larger than we take.'],
  video_too_demanding: [422, 'This video took too long or too much memory to read, so we stopped.'],
  unspeakable_script: [422, 'No voice can speak this text in the chosen language.'],
  content_refused: [422, 'The AI provider declined this content. Please change the prompt or the video.'],
  rate_limited: [429, 'That was a lot at once. Please wait a moment and try again.'],
  client_closed: [499, 'The request was cancelled.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  provider_garbage: [502, 'The AI provider gave an answer that made no sense. Please try again.'],
  provider_unavailable: [503, 'The AI provider cannot be used at the moment. Please try again later.'],
  provider_busy: [503, 'The AI provider is busy. Please try again in a moment.'],
  overloaded: [503, 'More is wanted of us at the moment than we can do. Please try again in a few seconds.'],
  unavailable: [503, 'The service is not ready at the moment. Please try again shortly.'],
  provider_timeout: [504, 'The AI provider took too long to answer. Please try again.'],
  storage_full: [507, 'There is no room left to take this upload. Please try again later.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

export interface CodedErrorOptions {
  /** The sentence for a person; the catalogue's when left out. Never holds a key, a path or a stack. */
  readonly message?: string | undefined;
  /** What the log says in its place, where the sentence repeats what a person wrote. */
  readonly loggedMessage?: string | undefined;
  /** What only the log may see. */
  readonly cause?: unknown;
  /** Seconds after which a new try makes sense, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** A provider refused before it worked, or was never reached. Left out, something may have been paid. */
  readonly costsNothing?: boolean | undefined;
}

/** A cause whose text holds only words and figures of our own, so that a log may have it. */
export class LoggedCause extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LoggedCause';
  }
}

/** The one error that crosses layers: a code, a sentence for a person, and a cause for the log. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** The message as a log may have it, without what a person wrote. */
  readonly loggedMessage: string;
  /** Nothing was paid for what failed so; decides whether a use is given back. */
  readonly costsNothing: boolean;

  constructor(code: ErrorCode, options: CodedErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code][1], { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.loggedMessage = options.loggedMessage ?? this.message;
    this.costsNothing = options.costsNothing ?? false;
  }

  /** The HTTP status that belongs to the code. */
  get status(): number {
    return errorCatalogue[this.code][0];
  }
}
