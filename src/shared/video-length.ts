import { describeDuration } from './describe-values.ts';
import { CodedError } from './errors.ts';

/**
 * @param what begins the sentence: `This video`
 * @throws CodedError `video_too_long`, with the limit
 */
export function requireVideoLength(what: string, seconds: number, maxSeconds: number): void {
  if (seconds > maxSeconds)
    throw new CodedError('video_too_long', {
      message: `${what} is too long: the limit is ${describeDuration(maxSeconds)}.`,
    });
}
