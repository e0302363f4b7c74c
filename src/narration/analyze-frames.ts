import type { VisionEngine } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { DescriptionKind } from '#shared/description.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame, SampledFrames } from '#shared/frame.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { fill } from '#shared/messages/message.ts';
import { analyzeInParts } from './analyze-in-parts.ts';

/** At least one frame, in any order, and the prompt. */
export interface AnalysisRequest extends SampledFrames {
  /** The user's prompt, without the language. */
  readonly prompt: string;
  /** Maximum number of frames; default ten. */
  readonly mostFrames?: number | undefined;
  /** Kind of audio description; undefined for a narration. */
  readonly description?: DescriptionKind | undefined;
}

/**
 * Describes the frames of a video.
 * @returns a progress line, then one line `{analysis}`
 * @throws CodedError `bad_request` for unusable frames, else of the engine
 */
export async function* analyzeFrames(
  vision: VisionEngine,
  request: AnalysisRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  yield { stage: 'looking at the frames' };
  yield { analysis: await analyzeFrameSet(vision, request, signal) };
}

/** Without progress lines. */
export async function analyzeFrameSet(
  vision: VisionEngine,
  { frames, mostFrames = framesPerVideo, ...request }: AnalysisRequest,
  signal: AbortSignal,
): Promise<string> {
  requireValidFrames(frames, mostFrames);
  requireNotCancelled(signal);
  const inTimeOrder = frames.toSorted((one, other) => one.seconds - other.seconds);
  return await analyzeInParts(vision, { ...request, frames: inTimeOrder, signal });
}

/** Refuses requests that an engine would charge for and refuse. */
function requireValidFrames(frames: readonly Frame[], mostFrames: number): void {
  if (frames.length === 0) throw new CodedError('bad_request', { message: fill(frameMessages.none) });
  if (frames.length > mostFrames)
    throw new CodedError('bad_request', { message: fill(frameMessages.tooMany, { count: mostFrames }) });
  if (!frames.every(frame => isJpeg(frame.jpeg)))
    throw new CodedError('bad_request', { message: fill(frameMessages.notAllJpeg) });
}

/** Every JPEG starts with the marker "start of image", followed by another marker. */
function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}
