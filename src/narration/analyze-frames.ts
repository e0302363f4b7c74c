import type { VisionEngine } from '#engines/ports.ts';
import type { Analysis, ProgressLine } from '#shared/api/progress.ts';
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
 * @returns a progress line, then one line with what was seen, which it also returns
 * @throws CodedError `bad_request` for unusable frames, else of the engine
 */
export async function* analyzeFrames(
  vision: VisionEngine,
  { frames, mostFrames = framesPerVideo, ...request }: AnalysisRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine, Analysis> {
  yield { stage: 'looking at the frames' };
  requireValidFrames(frames, mostFrames);
  requireNotCancelled(signal);
  const inTimeOrder = frames.toSorted((one, other) => one.seconds - other.seconds);
  const analysis = await analyzeInParts(vision, { ...request, frames: inTimeOrder, signal });
  const seen = {
    analysis,
    durationSeconds: request.durationSeconds,
    moments: inTimeOrder.map(({ seconds }) => seconds),
    source: { provider: vision.provider.name, model: vision.model },
  };
  yield seen;
  return seen;
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
