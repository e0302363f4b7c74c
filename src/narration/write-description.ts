import { getSource, type ScriptEngine } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { fill, t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import type { DescriptionRequest } from '#shared/script/sent-gaps.ts';
import { planDescriptionCuePoints } from './plan-description-cue-points.ts';
import { writeParts } from './write-parts.ts';
import type { TimedWritingRequest } from './write-timed-script.ts';
import type { WritingStep } from './writing-step.ts';

/** Why no gap is long enough for a description; undefined if one is. Known before the analysis. */
export function explainTooShort({ kind, gaps }: DescriptionRequest): string | undefined {
  return kind === 'standard' && gaps.length === 0 ? t(narrationMessages.noGap) : undefined;
}

/**
 * Writes an audio description, a long one in parts: lines in the gaps of a video's speech, checked as in `writeTimedScript`. Never
 * replaced by an untimed narration.
 * @returns a progress line, then a `{line}` for each line, then `{lines, writer}`; none with a `notice` if nothing can or need be described
 * @throws CodedError of the engine; `provider_garbage` if no line fits the gaps
 */
export async function* writeDescription(
  engine: ScriptEngine,
  { cuePoints: seenSeconds, ...request }: TimedWritingRequest,
  { kind, gaps }: DescriptionRequest,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  requireNotCancelled(signal);
  const language = getLanguage(request.language);
  const { durationSeconds } = request;
  const cuePoints = planDescriptionCuePoints(seenSeconds, { kind, gaps, durationSeconds }, language);
  yield { stage: 'writing the script' };
  if (cuePoints.length === 0) {
    yield { lines: [], notice: explainTooShort({ kind, gaps }) ?? t(narrationMessages.noFrameInGap) };
    return;
  }
  const asked = { ...request, language, cuePoints, description: kind };
  const { lines, isAnyUnusable } = yield* writeParts(engine, asked, signal);
  if (lines.length === 0 && isAnyUnusable)
    throw new CodedError('provider_garbage', {
      message: fill(narrationMessages.notInGaps),
    });
  yield lines.length > 0
    ? { lines, writer: getSource(engine) }
    : { lines, notice: t(narrationMessages.nothingToDescribe) };
}
