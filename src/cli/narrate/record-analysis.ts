import type { VisionEngine } from '#engines/ports.ts';
import { wrapVision } from '#engines/wrap-engine.ts';

interface Reported {
  readonly seconds: number;
  readonly analysis: string;
}

/** Wraps an engine and records its analyses in the order of the frames: many frames are analysed in several requests. */
export function recordAnalysis(vision: VisionEngine): { vision: VisionEngine; read(): string } {
  const reported: Reported[] = [];
  return {
    vision: wrapVision(vision, async request => {
      const analysis = await vision.analyze(request);
      reported.push({ seconds: request.frames[0]?.seconds ?? 0, analysis });
      return analysis;
    }),
    read() {
      const inOrder = reported.toSorted((one, other) => one.seconds - other.seconds);
      return inOrder.map(({ analysis }) => `${analysis}\n`).join('\n');
    },
  };
}
