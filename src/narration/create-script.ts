import type { Engines, VisionContext } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { TakenFrames } from '#shared/frame.ts';
import type { NarrationRequest } from '#shared/prompt.ts';
import { type ScriptPart, toSpan } from '#shared/script/cues.ts';
import { clipSpans, type DescriptionRequest, type TimeSpan, toSentGaps } from '#shared/script/gaps.ts';
import { analyzeFrames } from './analyze-frames.ts';
import {
  explainTooShort,
  type WritingStep,
  writeDescription,
  writeScript,
  writeTimedScript,
} from './write-script.ts';

/** By default the title is what the file's name and tags say. */
interface CreationRequest extends NarrationRequest, VisionContext {}

interface CreateScriptParts {
  readonly engines: Pick<Engines, 'vision' | 'script'>;
  /** @param gaps for an audio description: spans without speech, in order @param within frames are taken only there */
  readonly readFrames: (
    signal: AbortSignal,
    gaps?: readonly TimeSpan[],
    within?: TimeSpan,
  ) => Promise<TakenFrames>;
}

/**
 * Creates a script for a video: reads its frames, analyses them, writes the narration.
 * @returns a progress line before each step, a line with what was seen, `{delta}` lines while the script is written, then one
 * line `{script}`
 * @throws CodedError of the video's reader or an engine; `client_closed` when the signal fires
 */
export async function* createScript(
  { engines, readFrames }: CreateScriptParts,
  { title, cast, ...request }: CreationRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  yield { stage: 'reading frames' };
  const { title: found, ...sampled } = await readFrames(signal);
  const context = { title: title ?? found, said: request.said, cast };
  const looked = { prompt: request.prompt, ...sampled, context };
  const { analysis } = yield* analyzeFrames(engines.vision, looked, signal);
  const { durationSeconds } = sampled;
  yield* writeScript(engines.script, { analysis, durationSeconds, ...request }, signal);
}

export interface DescriptionOrder extends Omit<DescriptionRequest, 'gaps'> {
  /** Spans without speech, in order, or a function that finds them. */
  readonly gaps: readonly TimeSpan[] | ((signal: AbortSignal) => Promise<readonly TimeSpan[]>);
}

interface TimedScriptRequest extends CreationRequest {
  readonly maxFrames: number;
  readonly description?: DescriptionOrder | undefined;
  /** Lines are asked for in it alone. */
  readonly part?: ScriptPart | undefined;
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
  { prompt, maxFrames, title, cast, ...asked }: Omit<TimedScriptRequest, 'description'>,
  description: DescriptionRequest | undefined,
  signal: AbortSignal,
): AsyncGenerator<WritingStep> {
  const within = asked.part && toSpan(asked.part);
  const gaps = within && description ? clipSpans(description.gaps, within) : description?.gaps;
  const notice = description && explainTooShort({ ...description, gaps: gaps ?? [] });
  if (notice) {
    yield { lines: [], notice, moments: [] };
    return;
  }
  yield { stage: 'reading frames' };
  const { title: found, ...sampled } = await readFrames(signal, gaps, within);
  const context = { title: title ?? found, said: asked.said, cast };
  const looked = { prompt, ...sampled, maxFrames, description: description?.kind, context };
  const { analysis, moments } = yield* analyzeFrames(engines.vision, looked, signal);

  const { durationSeconds } = sampled;
  const request = { ...asked, analysis, prompt, durationSeconds, cuePoints: moments };
  const lines = description
    ? writeDescription(engines.script, request, description, signal)
    : writeTimedScript(engines.script, request, signal);
  for await (const line of lines) yield 'lines' in line || 'script' in line ? { ...line, moments } : line;
}
