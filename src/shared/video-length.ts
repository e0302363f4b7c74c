import { describeDuration } from './describe-values.ts';
import { refuse } from './errors.ts';
import type { Message } from './messages/message.ts';

/** @throws CodedError `video_too_long`, with the limit */
export function requireVideoLength(message: Message<'limit'>, seconds: number, maxSeconds: number): void {
  if (seconds <= maxSeconds) return;
  const limit = describeDuration(maxSeconds);
  throw refuse('video_too_long', message, { limit });
}
