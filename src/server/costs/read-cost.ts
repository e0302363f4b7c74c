import type { ProgressLine } from '#shared/api/progress.ts';
import type { SpeechPart } from '#shared/speech.ts';
import type { MeteredWork } from './account-costs.ts';

/** Passes lines on and adds the cost to the script once it is stored. */
export async function* readCost(
  lines: AsyncGenerator<ProgressLine>,
  work: MeteredWork,
): AsyncGenerator<ProgressLine> {
  for await (const line of lines) {
    if (!('script' in line)) {
      yield line;
      continue;
    }
    await work.settle();
    yield work.cost ? { ...line, cost: work.cost } : line;
  }
}

/** Passes speech on and ends once its cost is stored, so that the client can request it then. */
export async function* settleAtEnd(
  parts: AsyncIterable<SpeechPart>,
  work: MeteredWork,
): AsyncGenerator<SpeechPart> {
  try {
    yield* parts;
  } finally {
    await work.settle();
  }
}
