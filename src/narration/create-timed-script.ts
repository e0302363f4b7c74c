import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Wish } from '#shared/prompt.ts';
import type { DescriptionWish } from '#shared/script/sent-gaps.ts';
import { lookAtFrames } from './analyze-frames.ts';
import type { CreateScriptParts } from './create-script.ts';
import { explainNoRoom, writeDescription } from './write-description.ts';
import { writeTimedScript } from './write-timed-script.ts';

export interface TimedScriptWish extends Wish {
  /** The most frames that are looked at. */
  readonly mostFrames: number;
  /** An audio description instead of a narration. */
  readonly description?: DescriptionWish | undefined;
}

/**
 * Makes a script that follows a video: reads the frames that were chosen for it, looks at them, writes a line where one is
 * worth its words; or describes it in the gaps of its speech.
 * @returns as `createScript`; the last line tells when the frames are to be seen, too, and has a `notice` where the script came out
 * without times
 * @throws CodedError as `createScript`
 */
export async function* createTimedScript(
  { engines, readFrames }: CreateScriptParts,
  { wish, language, mostFrames, description }: TimedScriptWish,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  const notice = description && explainNoRoom(description);
  if (notice) {
    yield { script: '', notice, moments: [] };
    return;
  }
  yield { stage: 'reading frames' };
  const { frames, durationSeconds } = await readFrames(signal);
  const moments = frames.map(({ seconds }) => seconds).toSorted((one, other) => one - other);

  yield { stage: 'looking at the frames' };
  const asked = { wish, frames, durationSeconds, mostFrames, description: description?.kind };
  const analysis = await lookAtFrames(engines.vision, asked, signal);

  const request = { analysis, wish, language, durationSeconds, moments };
  const lines = description
    ? writeDescription(engines.script, request, description, signal)
    : writeTimedScript(engines.script, request, signal);
  for await (const line of lines) yield 'script' in line ? { ...line, moments } : line;
}
