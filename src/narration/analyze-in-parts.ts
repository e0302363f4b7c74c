import type { VisionEngine, VisionRequest } from '#engines/ports.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { computeMostAnalysisCharacters, framesPerVideo, visionConcurrency } from '#shared/limits.ts';

const separator = '\n\n';

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
  const longest = Math.floor(computeMostAnalysisCharacters(pictures) / notes.length) - separator.length;
  return notes.map(each => cutBackToLines(each, longest)).join(separator);
}

function cutBackToLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end > 0 ? end : most);
}
