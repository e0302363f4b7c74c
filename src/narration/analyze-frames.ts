import type { VisionEngine } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { DescriptionKind } from '#shared/description.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame, SampledFrames } from '#shared/frame.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { fill } from '#shared/messages/message.ts';
import { lookInParts } from './look-in-parts.ts';

/** Frames, at least one, in any order, and what to look at them for. */
export interface AnalysisRequest extends SampledFrames {
  /** What the person wants narrated, without the language. */
  readonly prompt: string;
  /** The most frames that are looked at; ten when left out. */
  readonly mostFrames?: number | undefined;
  /** They are looked at for an audio description of this kind. */
  readonly description?: DescriptionKind | undefined;
}

/**
 * Looks at the frames of a video and says what they show.
 * @returns a stage line, then one line `{analysis}`
 * @throws CodedError `bad_request` for frames that cannot be looked at, else what the engine throws
 */
export async function* analyzeFrames(
  vision: VisionEngine,
  request: AnalysisRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  yield { stage: 'looking at the frames' };
  yield { analysis: await lookAtFrames(vision, request, signal) };
}

/** The step itself, for callers that tell their own progress. */
export async function lookAtFrames(
  vision: VisionEngine,
  { frames, mostFrames = framesPerVideo, ...request }: AnalysisRequest,
  signal: AbortSignal,
): Promise<string> {
  requireLookable(frames, mostFrames);
  requireNotCancelled(signal);
  const inTimeOrder = frames.toSorted((one, other) => one.seconds - other.seconds);
  return await lookInParts(vision, { ...request, frames: inTimeOrder, signal });
}

/** Refuses what an engine would only be paid to refuse. */
function requireLookable(frames: readonly Frame[], mostFrames: number): void {
  if (frames.length === 0) throw new CodedError('bad_request', { message: fill(frameMessages.none) });
  if (frames.length > mostFrames)
    throw new CodedError('bad_request', { message: fill(frameMessages.tooMany, { count: mostFrames }) });
  if (!frames.every(frame => isJpeg(frame.jpeg)))
    throw new CodedError('bad_request', { message: fill(frameMessages.notAllJpeg) });
}

/** Every JPEG starts with the marker "start of image" and then another marker. */
function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}
