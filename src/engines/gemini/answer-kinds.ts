import type { AnswerKind } from '../provider/guard-fetch.ts';

export const answerKinds = {
  /** A few thousand tokens, with thoughts, are tens of kilobytes; the list of all models is below a megabyte. */
  json: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 * 2 ** 20 },
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /**
   * The longest speech, 16,384 tokens, is 655 s at 25 tokens a second: 31 MB of samples, a third more as base64. A piece of 1,000
   * characters of Chinese, the slowest language, is 250 s.
   */
  sound: { mediaType: /^(text\/event-stream|application\/(.+\+)?json)$/u, maxBytes: 24 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;
