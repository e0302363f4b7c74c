import { getSource, type ScriptEngine } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { fill, t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import type { DescriptionRequest } from '#shared/script/sent-gaps.ts';
import { findUntold, keepFound } from './find-untold.ts';
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
 * @returns a progress line, then a `{line}` for each line, then `{lines, untold, writer}`; no lines and a
 * `notice` if nothing can or need be described
 * @throws CodedError of the engine; `provider_garbage` if no line fits the gaps
 */
export async function* writeDescription(
  engine: ScriptEngine,
  { cuePoints: seenSeconds, ...request }: TimedWritingRequest,
  description: DescriptionRequest,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  requireNotCancelled(signal);
  const language = getLanguage(request.language);
  const { durationSeconds } = request;
  const { kind, detail, cast } = description;
  const cuePoints = planDescriptionCuePoints(seenSeconds, { ...description, durationSeconds }, language);
  const asked = { ...request, language, cuePoints, description: kind, detail, cast, moments: seenSeconds };
  yield { stage: 'writing the script' };
  if (cuePoints.length === 0) {
    const notice = explainTooShort(description) ?? t(narrationMessages.noFrameInGap);
    yield { lines: [], ...keepFound(findUntold(asked, [], [])), notice };
    return;
  }
  const { lines, untold, isAnyUnusable } = yield* writeParts(engine, asked, signal);
  if (lines.length === 0 && isAnyUnusable)
    throw new CodedError('provider_garbage', {
      message: fill(narrationMessages.notInGaps),
    });
  yield lines.length > 0
    ? { lines, ...keepFound(untold), writer: getSource(engine) }
    : { lines, ...keepFound(untold), notice: t(narrationMessages.nothingToDescribe) };
}
