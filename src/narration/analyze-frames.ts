import { getSource, type VisionEngine, type VisionRequest } from '#engines/ports.ts';
import type { Analysis, ProgressLine } from '#shared/api/progress.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { framesPerVideo, visionConcurrency } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import { computeMaxAnalysisCharacters } from '#shared/limits.ts';
import { frameMessages } from '#shared/messages/frames.ts';
import { fill } from '#shared/messages/message.ts';

const separator = '\n\n';

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
  const analysis = await analyzeInParts(vision, { ...request, frames: inTimeOrder, signal });
  const seen = {
    analysis,
    durationSeconds: request.durationSeconds,
    moments: inTimeOrder.map(({ seconds }) => seconds),
    source: getSource(vision),
  };
  yield seen;
  return seen;
}

/** Refuses requests that an engine would charge for and refuse. */
function requireValidFrames(frames: readonly Frame[], maxFrames: number): void {
  if (frames.length === 0) throw new CodedError('bad_request', { message: fill(frameMessages.none) });
  if (frames.length > maxFrames)
    throw new CodedError('bad_request', { message: fill(frameMessages.tooMany, { count: maxFrames }) });
  if (!frames.every(frame => isJpeg(frame.jpeg)))
    throw new CodedError('bad_request', { message: fill(frameMessages.notAllJpeg) });
}

/** Every JPEG starts with the marker "start of image", followed by another marker. */
function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/**
 * Analyses frames in parallel requests of ten; notes are joined in time order. The offline engine gets all at once: it tracks
 * things across pictures, without requests.
 * @param request its frames are in time order
 * @throws CodedError of the first request that fails; the others are stopped
 */
export async function analyzeInParts(vision: VisionEngine, request: VisionRequest): Promise<string> {
  const { frames, signal } = request;
  if (frames.length <= framesPerVideo || vision.provider.isOffline) return await vision.analyze(request);
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let failure: { readonly error: unknown } | undefined;
  const jobs = splitEvenly(frames).map(part => async () => {
    try {
      return await vision.analyze({ ...request, frames: part, signal: stopped });
    } catch (error) {
      // The others fail because they were stopped.
      failure ??= { error };
      stop.abort();
      throw failure.error;
    }
  });
  return joinNotes(await Array.fromAsync(runInOrder(jobs, visionConcurrency)), frames.length);
}

/** The fewest parts of at most ten frames, of about equal length. */
function splitEvenly<Frame>(frames: readonly Frame[]): Frame[][] {
  const count = Math.ceil(frames.length / framesPerVideo);
  const startOf = (part: number) => Math.round((part * frames.length) / count);
  return Array.from({ length: count }, (_, part) => frames.slice(startOf(part), startOf(part + 1)));
}

/** If the notes are too long together, each loses its last lines. */
function joinNotes(notes: readonly string[], pictures: number): string {
  const longest = Math.floor(computeMaxAnalysisCharacters(pictures) / notes.length) - separator.length;
  return notes.map(each => cutBackToLines(each, longest)).join(separator);
}

function cutBackToLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end > 0 ? end : most);
}
