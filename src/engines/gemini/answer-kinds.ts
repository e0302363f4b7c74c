import type { AnswerKind } from '../provider/guard-fetch.ts';

export const answerKinds = {
  /** Some thousand tokens, thoughts among them, are some dozen kilobytes; a list of all models is less than a megabyte. */
  json: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 * 2 ** 20 },
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /**
   * The most that a model speaks, 16,384 tokens, are 655 s at 25 tokens a second: 31 MB of samples, a third more as
   * base64. A piece of 1,000 characters of the slowest language, Chinese, is 250 s.
   */
  sound: { mediaType: /^(text\/event-stream|application\/(.+\+)?json)$/u, maxBytes: 24 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;
