import { CodedError } from '#shared/errors.ts';
import { describedVideoMessages } from '#shared/messages/described-video.ts';
import { fill } from '#shared/messages/message.ts';
import { computeGaps, type SentGap, type TimeSpan, toSentGaps } from '#shared/script/gaps.ts';
import { listenForGaps } from '../jobs/listen-for-gaps.ts';
import type { ScriptOrder, ScriptStep } from '../model/narration-service.ts';

export interface PreparedDescription {
  readonly gaps: readonly TimeSpan[];
  readonly sentGaps: readonly SentGap[];
}

/**
 * Finds the gaps in the speech of a video that is to be described, and reports the progress.
 * @returns undefined where no description is asked for
 * @throws {CodedError} `unsupported_codec` where lines might be spoken over people
 */
export async function prepareDescription(
  { video, description, durationSeconds: totalSeconds, speech, signal }: ScriptOrder,
  report: (step: ScriptStep) => void,
): Promise<PreparedDescription | undefined> {
  if (!description) return undefined;
  if (speech) {
    const gaps = computeGaps(speech, totalSeconds);
    return { gaps, sentGaps: toSentGaps(gaps) };
  }
  const noteProgress = (heardSeconds: number) =>
    report({ type: 'went on', activity: { kind: 'listening', heardSeconds, totalSeconds } });
  noteProgress(0);
  const { gaps, isHeard } = await listenForGaps(video, totalSeconds, { signal, noteProgress });
  if (!isHeard && description === 'standard')
    throw new CodedError('unsupported_codec', { message: fill(describedVideoMessages.undecodable) });
  return { gaps, sentGaps: toSentGaps(gaps) };
}
