import { getSource, type VisionEngine, type VisionRequest } from '#engines/ports.ts';
import type { Analysis, ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import { refuse } from '#shared/errors.ts';
import { type Frame, listMoments } from '#shared/frame.ts';
import { frameMessages } from '#shared/messages/frames.ts';

/** Its frames are in any order. */
export interface AnalysisRequest extends Omit<VisionRequest, 'noteUsage' | 'signal'> {
  /** Maximum number of frames; default ten. */
  readonly maxFrames?: number | undefined;
}

/**
 * Describes the frames of a video.
 * @returns a progress line, then one line with what was seen, which it also returns
 * @throws CodedError `bad_request` for unusable frames, else of the engine
 */
export async function* analyzeFrames(
  vision: VisionEngine,
  { frames, maxFrames = framesPerVideo, ...request }: AnalysisRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine, Analysis> {
  yield { stage: 'looking at the frames' };
  requireValidFrames(frames, maxFrames);
  requireNotCancelled(signal);
  const inTimeOrder = frames.toSorted((one, other) => one.seconds - other.seconds);
  const analysis = await vision.analyze({ ...request, frames: inTimeOrder, signal });
  const moments = listMoments(inTimeOrder).map(({ seconds }) => seconds);
  const source = getSource(vision, { task: 'look' });
  const seen = { analysis, durationSeconds: request.durationSeconds, moments, source };
  yield seen;
  return seen;
}

/** Whether a movement may take three pictures: without a provider elsewhere, each is looked at for long. */
export function mayShowMovement({ provider }: VisionEngine): boolean {
  return !provider.isOffline && !provider.isLocal;
}

/** Refuses requests that an engine would charge for and refuse. */
function requireValidFrames(frames: readonly Frame[], maxFrames: number): void {
  if (frames.length === 0) throw refuse('bad_request', frameMessages.none);
  if (frames.length > maxFrames) throw refuse('bad_request', frameMessages.tooMany, { count: maxFrames });
  // Every JPEG starts with the marker "start of image", followed by another marker.
  if (!frames.every(({ jpeg }) => jpeg[0] === 0xff && jpeg[1] === 0xd8 && jpeg[2] === 0xff))
    throw refuse('bad_request', frameMessages.notAllJpeg);
}
