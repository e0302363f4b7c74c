import type { VisionEngine, VisionRequest } from '#engines/ports.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import { computeMostAnalysisCharacters, framesPerVideo, visionConcurrency } from '#shared/limits.ts';

const separator = '\n\n';

/**
 * Has frames looked at, ten a request, some requests side by side; the notes are joined in time order. The offline engine gets all
 * of them at once: it follows things from picture to picture, and asks nobody.
 * @param request its frames are in time order
 * @throws CodedError what the engine throws for one of the requests; the others are stopped then, or not begun
 */
export async function lookInParts(vision: VisionEngine, request: VisionRequest): Promise<string> {
  const { frames, signal } = request;
  if (frames.length <= framesPerVideo || vision.provider.isOffline) return await vision.analyze(request);
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let failure: { readonly error: unknown } | undefined;
  const jobs = splitEvenly(frames).map(part => async () => {
    try {
      return await vision.analyze({ ...request, frames: part, signal: stopped });
    } catch (error) {
      // The others fail for having been stopped, which is not the reason.
      failure ??= { error };
      stop.abort();
      throw failure.error;
    }
  });
  return joinNotes(await Array.fromAsync(runInOrder(jobs, visionConcurrency)), frames.length);
}

/** As few parts as ten frames a part allow, of about one length. */
function splitEvenly<Frame>(frames: readonly Frame[]): Frame[][] {
  const count = Math.ceil(frames.length / framesPerVideo);
  const startOf = (part: number) => Math.round((part * frames.length) / count);
  return Array.from({ length: count }, (_, part) => frames.slice(startOf(part), startOf(part + 1)));
}

/** Where the notes are too long together, each loses its last lines. */
function joinNotes(notes: readonly string[], pictures: number): string {
  const longest = Math.floor(computeMostAnalysisCharacters(pictures) / notes.length) - separator.length;
  return notes.map(each => cutBackToLines(each, longest)).join(separator);
}

function cutBackToLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end > 0 ? end : most);
}
