import type { Engines } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { SampledFrames } from '#shared/frame.ts';
import type { NarrationRequest } from '#shared/prompt.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { SaidPart } from '#shared/transcript/heard.ts';
import { analyzeFrames } from './analyze-frames.ts';
import { writeScript } from './write-script.ts';

export interface CreationRequest extends NarrationRequest {
  /** What is said in the video, in order; undefined if unknown. */
  readonly said?: readonly SaidPart[] | undefined;
}

export interface CreateScriptParts {
  readonly engines: Pick<Engines, 'vision' | 'script'>;
  /** @param gaps for an audio description: spans without speech, in order */
  readonly readFrames: (signal: AbortSignal, gaps?: readonly TimeSpan[]) => Promise<SampledFrames>;
}

/**
 * Creates a script for a video: reads its frames, analyses them, writes the narration.
 * @returns a progress line before each step, a line with what was seen, `{delta}` lines while the script is written, then one
 * line `{script}`
 * @throws CodedError of the video's reader or an engine; `client_closed` when the signal fires
 */
export async function* createScript(
  { engines, readFrames }: CreateScriptParts,
  { prompt, ...request }: CreationRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  yield { stage: 'reading frames' };
  const sampled = await readFrames(signal);
  const { analysis } = yield* analyzeFrames(engines.vision, { prompt, ...sampled }, signal);
  const { durationSeconds } = sampled;
  yield* writeScript(engines.script, { analysis, prompt, durationSeconds, ...request }, signal);
}
