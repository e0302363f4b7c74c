/** How long and how often answers are held ready for somebody who may not read them. */
export interface ListenerLimits {
  /** An answer of which nothing was taken for this long is cut off, and the work behind it stopped. */
  readonly stallMs: number;
  /** Scripts that one address or account may have spoken at the same time. */
  readonly speechesAtOnce: number;
}

export const defaultListenerLimits: ListenerLimits = { stallMs: 60_000, speechesAtOnce: 4 };

/** What a stream keeps between its source and the connection; with it, little is made before somebody takes it. */
export const answerBufferBytes = 16 * 1024;
