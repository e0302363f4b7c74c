import { markMp3 } from '#media/marks/write-marks.ts';
import type { WritingStep } from '#narration/writing-step.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { addNote, type CodedError } from '#shared/errors.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill, t } from '#shared/messages/message.ts';
import { printTimedScript } from '#shared/narration/print-timed-text.ts';
import { addManifests, type SpeechPart } from '#shared/speech.ts';
import type { MeteredWork } from '../costs/account-costs.ts';
import { toCodedError } from '../http/answer-problem.ts';
import type { CountedUse } from '../limits/count-daily-use.ts';

/** Passes lines on; the first words spend the use. What ends without words says so if it counts nevertheless. */
export async function* countWords(
  use: CountedUse,
  lines: AsyncGenerator<ProgressLine>,
): AsyncGenerator<ProgressLine> {
  try {
    for await (const line of lines) {
      if ('delta' in line || ('script' in line && line.script !== '')) use.spend();
      yield 'script' in line && line.script === '' ? explainCount(use, line) : line;
    }
  } catch (error) {
    throw await settleFailure(use, error);
  }
}

function explainCount<Line extends { notice?: string | undefined }>(
  { chargedBy }: CountedUse,
  line: Line,
): Line {
  if (chargedBy === undefined) return line;
  const counts = t(limitErrors.stillCounts, { provider: chargedBy });
  return { ...line, notice: line.notice ? `${line.notice} ${counts}` : counts };
}

/**
 * Refunds a failed use unless a provider charges for it, or the client disconnected from what it already gave.
 * @returns the error to throw, with a note if the use counts nevertheless
 */
export async function settleFailure(use: CountedUse, error: unknown): Promise<CodedError> {
  const coded = toCodedError(error);
  if (coded.code === 'client_closed') return coded;
  await use.refund();
  return use.chargedBy === undefined
    ? coded
    : addNote(coded, fill(limitErrors.stillCounts, { provider: use.chargedBy }));
}

/** The answer's lines for the steps of writing; the finished script is logged after sending it. */
export async function* reportScript(
  steps: AsyncIterable<WritingStep>,
  write: (script: string) => Promise<void>,
): AsyncGenerator<ProgressLine> {
  let written: Promise<void> | undefined;
  try {
    for await (const line of printSteps(steps)) {
      if ('script' in line) written = write(line.script);
      yield line;
    }
  } finally {
    await written;
  }
}

/** A script with times as text. */
async function* printSteps(steps: AsyncIterable<WritingStep>): AsyncGenerator<ProgressLine> {
  for await (const step of steps) {
    if ('line' in step) yield { delta: `${printTimedScript([step.line])}\n` };
    else if ('lines' in step) {
      const { lines, ...others } = step;
      yield { script: printTimedScript(lines), ...others };
    } else yield step;
  }
}

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

/** Passes speech on whose mp3 begins with marks, with what providers state about the first sound. */
export async function* markSpeech(
  parts: AsyncIterable<SpeechPart>,
  marks: Marks,
): AsyncGenerator<SpeechPart> {
  const others: SpeechPart[] = [];
  const manifests: Uint8Array[] = [];
  async function* takeSound() {
    for await (const part of parts)
      if ('mp3' in part) {
        addManifests(manifests, part.manifests);
        yield part.mp3;
      } else others.push(part);
  }
  for await (const mp3 of markMp3(takeSound(), { ...marks, manifests })) {
    yield* others.splice(0);
    yield { mp3 };
  }
  yield* others;
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
