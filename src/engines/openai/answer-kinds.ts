import { type AnswerKind, soundMediaType } from '../provider/guard-fetch.ts';

export const answerKinds = {
  /** A thousand tokens are some kilobytes. */
  json: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 2 ** 20 },
  /** What is said of each of some hundreds of models: OpenRouter's list has about a megabyte. */
  list: { mediaType: /^application\/(.+\+)?json$/u, maxBytes: 8 * 2 ** 20 },
  /** Each token comes in some hundred bytes of its own; the SDK holds an event about ten times over. */
  events: { mediaType: /^text\/event-stream$/u, maxBytes: 2 * 2 ** 20 },
  /** 4,096 characters of Chinese are 17 minutes, 41 MB at the highest mp3 rate. */
  sound: { mediaType: soundMediaType, maxBytes: 64 * 2 ** 20 },
} as const satisfies Record<string, AnswerKind>;
