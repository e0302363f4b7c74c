import { describeDuration } from './describe-duration.ts';
import { CodedError } from './errors.ts';
import { fill } from './messages/message.ts';
import { videoLengthMessages } from './messages/video-length.ts';

/**
 * @param message says what is too long; the video when left out
 * @throws CodedError `video_too_long`, with the limit
 */
export function requireVideoLength(
  seconds: number,
  maxSeconds: number,
  message = videoLengthMessages.video,
): void {
  if (seconds > maxSeconds)
    throw new CodedError('video_too_long', {
      message: fill(message, { limit: describeDuration(maxSeconds) }),
    });
}
