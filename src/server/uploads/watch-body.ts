import type { IncomingMessage } from 'node:http';
import { CodedError } from '#shared/errors.ts';
import type { UploadLimits } from './upload-limits.ts';

export interface BodyWatch {
  /** Rejects when the body stalls, drips or grows over its limit; never resolves. */
  readonly failure: Promise<never>;
  stop(): void;
}

const looksPerLimit = 8;

/**
 * Watches a body while something else reads it.
 * @param maxBytes of the whole body, whatever is in it
 */
export function watchBody(
  request: IncomingMessage,
  limits: UploadLimits,
  maxBytes: number,
  tooLarge: () => CodedError,
): BodyWatch {
  const startedAt = performance.now();
  let lastByteAt = startedAt;
  let bytes = 0;
  const { promise: failure, reject } = Promise.withResolvers<never>();
  // Whoever waits for the failure hears of it; nobody has to.
  failure.catch(() => {});

  const count = (chunk: Buffer) => {
    lastByteAt = performance.now();
    bytes += chunk.length;
    if (bytes > maxBytes) reject(tooLarge());
  };
  const look = () => {
    if (request.complete) return stop();
    const now = performance.now();
    const age = now - startedAt;
    const isStalled = now - lastByteAt > limits.stallMs;
    const isSlow = age > limits.slowAfterMs && (bytes / age) * 1000 < limits.leastBytesPerSecond;
    if (isStalled || isSlow) reject(new CodedError('upload_too_slow'));
  };
  const timer = setInterval(look, Math.max(10, Math.min(limits.stallMs, limits.slowAfterMs) / looksPerLimit));
  const stop = () => {
    clearInterval(timer);
    request.off('data', count);
  };
  request.on('data', count);
  request.once('close', stop);
  return { failure, stop };
}
