import { requireNotCancelled } from '#shared/cancellation.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { type DescriptionRequest, toSentGaps } from '#shared/script/sent-gaps.ts';
import { analyzeFrames } from './analyze-frames.ts';
import type { CreateScriptParts, CreationRequest } from './create-script.ts';
import { explainTooShort, writeDescription } from './write-description.ts';
import { writeTimedScript } from './write-timed-script.ts';
import type { WritingStep } from './writing-step.ts';

export interface DescriptionOrder extends Omit<DescriptionRequest, 'gaps'> {
  /** Spans without speech, in order, or a function that finds them. */
  readonly gaps: readonly TimeSpan[] | ((signal: AbortSignal) => Promise<readonly TimeSpan[]>);
}

export interface TimedScriptRequest extends CreationRequest {
  readonly maxFrames: number;
  readonly description?: DescriptionOrder | undefined;
}

/**
 * Creates a timed script: reads the chosen frames, analyses them, writes lines where they are worth it; or describes the video in
 * the gaps of its speech.
 * @returns as `createScript`; the last line also has the times of the frames, and a `notice` if the script has no times or is
 * empty. It and the line with what was seen have the gaps if they were detected here
 * @throws CodedError as `createScript`
 */
export async function* createTimedScript(
  parts: CreateScriptParts,
  { description: asked, ...prompt }: TimedScriptRequest,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  requireNotCancelled(signal);
  if (!asked) return yield* writeLines(parts, prompt, undefined, signal);
  const { gaps: source, ...wished } = asked;
  if (typeof source !== 'function')
    return yield* writeLines(parts, prompt, { ...wished, gaps: source }, signal);
  yield { stage: 'listening for speech' };
  const gaps = await source(signal);
  for await (const line of writeLines(parts, prompt, { ...wished, gaps }, signal))
    yield 'lines' in line || 'analysis' in line ? { ...line, gaps: toSentGaps(gaps) } : line;
}

async function* writeLines(
  { engines, readFrames }: CreateScriptParts,
  { prompt, maxFrames, ...asked }: Omit<TimedScriptRequest, 'description'>,
  description: DescriptionRequest | undefined,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  const notice = description && explainTooShort(description);
  if (notice) {
    yield { lines: [], notice, moments: [] };
    return;
  }
  yield { stage: 'reading frames' };
  const sampled = await readFrames(signal, description?.gaps);
  const looked = { prompt, ...sampled, maxFrames, description: description?.kind };
  const { analysis, moments } = yield* analyzeFrames(engines.vision, looked, signal);

  const { durationSeconds } = sampled;
  const request = { ...asked, analysis, prompt, durationSeconds, cuePoints: moments };
  const lines = description
    ? writeDescription(engines.script, request, description, signal)
    : writeTimedScript(engines.script, request, signal);
  for await (const line of lines) yield 'lines' in line || 'script' in line ? { ...line, moments } : line;
}
