import { describeDuration } from './describe-values.ts';
import { CodedError } from './errors.ts';
import { fill, type Message } from './messages/message.ts';

/** @throws CodedError `video_too_long`, with the limit */
export function requireVideoLength(message: Message<'limit'>, seconds: number, maxSeconds: number): void {
  if (seconds <= maxSeconds) return;
  const limit = describeDuration(maxSeconds);
  throw new CodedError('video_too_long', { message: fill(message, { limit }) });
}
