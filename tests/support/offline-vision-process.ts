import { readFileSync } from 'node:fs';
import { createOfflineVisionWorker } from '#server/decoding/open-decoding.ts';

/** A server that also runs in a copy of the project: it analyses the pictures at the paths that it receives. */
export interface VisionAnswer {
  readonly things: readonly string[];
  readonly lines: readonly string[];
  readonly faults: readonly string[];
  /** Its note about missing files. */
  readonly note: readonly string[];
  readonly code?: string;
  readonly warnings: readonly string[];
}

const warnings: string[] = [];
const visionWorker = createOfflineVisionWorker({
  textLanguages: ['eng'],
  workers: 1,
  limits: { idleMs: 300 },
  warn: sentence => void warnings.push(sentence),
});
const { signal } = new AbortController();

process.on('message', (paths: readonly string[]) => void look(paths).then(answer => process.send?.(answer)));
process.send?.('started');

async function look(paths: readonly string[]): Promise<VisionAnswer> {
  const nothing = { things: [], lines: [], faults: [] };
  try {
    const pictures = await visionWorker.observe(
      paths.map(path => readFileSync(path)),
      { requester: 'anyone', signal },
    );
    return {
      things: pictures.flatMap(({ things }) => things.map(({ name }) => name)),
      lines: pictures.flatMap(({ lines }) => lines.map(({ text }) => text)),
      faults: pictures.flatMap(({ faults }) => faults),
      note: await visionWorker.findFaults(),
      warnings,
    };
  } catch (error) {
    const { code } = error as { code?: string };
    return { ...nothing, code: code ?? String(error), note: await visionWorker.findFaults(), warnings };
  }
}
