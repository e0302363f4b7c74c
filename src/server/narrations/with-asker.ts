import type { VisionEngine } from '#engines/ports.ts';
import { wrapVision } from '#engines/wrap-engine.ts';

/** The same engine, told for whom it looks: what works on this machine is shared fairly. */
export function withAsker(vision: VisionEngine, asker: string): VisionEngine {
  return wrapVision(vision, request => vision.analyze({ ...request, asker }));
}
