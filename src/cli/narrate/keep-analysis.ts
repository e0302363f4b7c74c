import type { VisionEngine } from '#engines/ports.ts';
import { wrapVision } from '#engines/wrap-engine.ts';
import { writeWholeFile } from './write-whole-file.ts';

/**
 * The same engine; what it sees is written to a file as soon as it is told, so that it is there even when nobody can write
 * from it. Many pictures are looked at in several requests: the file has what was told so far, in the order of the pictures.
 */
export function keepAnalysis(vision: VisionEngine, path: string | undefined): VisionEngine {
  if (path === undefined) return vision;
  const told: { readonly seconds: number; readonly analysis: string }[] = [];
  let written: Promise<unknown> = Promise.resolve();
  return wrapVision(vision, async request => {
    const analysis = await vision.analyze(request);
    told.push({ seconds: request.frames[0]?.seconds ?? 0, analysis });
    const inOrder = told.toSorted((one, other) => one.seconds - other.seconds);
    const text = inOrder.map(each => each.analysis).join('\n\n');
    written = written.then(() => writeWholeFile(path, `${text}\n`));
    await written;
    return analysis;
  });
}
