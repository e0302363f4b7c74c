import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { DescriptionKind } from '#shared/description.ts';
import type { NarrationRequest } from '#shared/prompt.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { type DescriptionRequest, toSentGaps } from '#shared/script/sent-gaps.ts';
import { lookAtFrames } from './analyze-frames.ts';
import type { CreateScriptParts } from './create-script.ts';
import { explainTooShort, writeDescription } from './write-description.ts';
import { writeTimedScript } from './write-timed-script.ts';

/** An audio description as it is asked for. */
export interface AskedDescription {
  readonly kind: DescriptionKind;
  /** Where nobody speaks, in order; or how that is found out. */
  readonly gaps: readonly TimeSpan[] | ((signal: AbortSignal) => Promise<readonly TimeSpan[]>);
}

export interface TimedScriptRequest extends NarrationRequest {
  /** The most frames that are looked at. */
  readonly mostFrames: number;
  /** An audio description instead of a narration. */
  readonly description?: AskedDescription | undefined;
}

/**
 * Makes a script that follows a video: reads the frames that were chosen for it, looks at them, writes a line where one is
 * worth its words; or describes it in the gaps of its speech.
 * @returns as `createScript`; the last line tells when the frames are to be seen, too, and the gaps where they were found out here; it
 * has a `notice` where the script came out without times, or empty
 * @throws CodedError as `createScript`
 */
export async function* createTimedScript(
  parts: CreateScriptParts,
  { description: asked, ...prompt }: TimedScriptRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  if (!asked) return yield* writeLines(parts, prompt, undefined, signal);
  const { kind, gaps: source } = asked;
  if (typeof source !== 'function') return yield* writeLines(parts, prompt, { kind, gaps: source }, signal);
  yield { stage: 'listening for speech' };
  const gaps = await source(signal);
  for await (const line of writeLines(parts, prompt, { kind, gaps }, signal))
    yield 'script' in line ? { ...line, gaps: toSentGaps(gaps) } : line;
}

async function* writeLines(
  { engines, readFrames }: CreateScriptParts,
  { prompt, language, mostFrames }: Omit<TimedScriptRequest, 'description'>,
  description: DescriptionRequest | undefined,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  const notice = description && explainTooShort(description);
  if (notice) {
    yield { script: '', notice, moments: [] };
    return;
  }
  yield { stage: 'reading frames' };
  const { frames, durationSeconds } = await readFrames(signal, description?.gaps);
  const cuePoints = frames.map(({ seconds }) => seconds).toSorted((one, other) => one - other);

  yield { stage: 'looking at the frames' };
  const looked = { prompt, frames, durationSeconds, mostFrames, description: description?.kind };
  const analysis = await lookAtFrames(engines.vision, looked, signal);

  const request = { analysis, prompt, language, durationSeconds, cuePoints };
  const lines = description
    ? writeDescription(engines.script, request, description, signal)
    : writeTimedScript(engines.script, request, signal);
  for await (const line of lines) yield 'script' in line ? { ...line, moments: cuePoints } : line;
}
