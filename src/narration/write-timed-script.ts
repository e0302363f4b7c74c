import { getSource, type ScriptEngine } from '#engines/ports.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { keepFound } from './find-untold.ts';
import { planCuePoints } from './plan-cue-points.ts';
import { writeParts } from './write-parts.ts';
import { type WritingRequest, writeScript } from './write-script.ts';
import type { WritingStep } from './writing-step.ts';

export interface TimedWritingRequest extends WritingRequest {
  /** Times of the analysed pictures, in order: possible starts of lines. */
  readonly cuePoints: readonly number[];
}

/**
 * Writes a timed narration, a long one in parts. Lines that are too long are shortened once; an unusable response is requested once
 * more, and then the narration is written without times.
 * @returns a progress line, then a `{line}` for each line, then `{lines, untold, writer}`; without times, `{delta}` lines,
 * then `{script}` with a `notice`
 * @throws CodedError of the engine; `provider_garbage` if it is empty
 */
export async function* writeTimedScript(
  engine: ScriptEngine,
  { cuePoints: startSeconds, ...request }: TimedWritingRequest,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  requireNotCancelled(signal);
  const language = getLanguage(request.language);
  const changeSeconds = engine.findChanges?.(request.analysis);
  const cuePoints = planCuePoints(startSeconds, request.durationSeconds, language, changeSeconds);
  yield { stage: 'writing the script' };
  const asked = { ...request, language, cuePoints, moments: startSeconds };
  const { lines, untold } = yield* writeParts(engine, asked, signal);
  if (lines.length > 0) {
    yield { lines, ...keepFound(untold), writer: getSource(engine) };
    return;
  }
  for await (const line of writeScript(engine, request, signal))
    if (!('stage' in line))
      yield 'script' in line ? { ...line, notice: t(narrationMessages.notTimed) } : line;
}
