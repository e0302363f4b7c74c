import { type LineToPlace, placeLines } from '#media/mix/place-lines.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { collectSound, getSeconds } from '#media/sound/line-sound.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { type Cue, computeAvailableSeconds, type SpokenCue } from '#shared/script/cues.ts';
import type { DescribedResult } from '#shared/script/description-report.ts';
import { chooseSpeed } from '#shared/script/line-speed.ts';
import { type DescribedVideo, planDescription } from '#shared/script/plan-description.ts';
import { readPieces } from '../../../lib/read-pieces.ts';

// Decoder and encoder of mp3: fetched with the first line that was spoken.

/** A line, and its sound once it was spoken. */
export interface LineToMix extends Cue {
  readonly mp3: Blob | undefined;
}

/** The same of a line that was spoken, with its natural length. */
export interface LineToDescribe extends Cue {
  readonly mp3: Blob;
  readonly seconds: number;
}

/** The sound of a timed narration, and where its lines are heard in it. */
export interface Mix {
  readonly audio: Blob;
  readonly cues: readonly SpokenCue[];
  /** How lines were laid, where they are an audio description. */
  readonly described?: DescribedResult | undefined;
}

/**
 * Places the spoken lines at their times, slightly faster where needed, in an mp3 as long as the video.
 * Decodes and encodes in pieces, so that the page stays free.
 * @throws the signal's reason
 */
export async function mixLines(
  lines: readonly LineToMix[],
  { durationSeconds, signal }: { readonly durationSeconds: number; readonly signal: AbortSignal },
): Promise<Mix> {
  const availableDurations = computeAvailableSeconds(lines, durationSeconds);
  async function* readLines(): AsyncGenerator<LineToPlace & Cue> {
    for (const [index, { mp3, startSeconds, text }] of lines.entries()) {
      if (!mp3?.size) continue;
      const sound = await decodeLine(mp3, signal);
      const { speed } = chooseSpeed(getSeconds(sound), availableDurations[index] ?? 0);
      yield { startSeconds, text, sound, speed };
    }
  }
  return await encodeLines(readLines(), { durationSeconds, signal });
}

/**
 * Lays the lines of an audio description that were spoken into the gaps of a video, in an mp3 as long as the finished video:
 * where the video pauses the sound goes on.
 * @throws the signal's reason
 */
export async function mixDescription(
  lines: readonly LineToDescribe[],
  { video, signal }: { readonly video: DescribedVideo; readonly signal: AbortSignal },
): Promise<Mix> {
  const { kind, gaps, durationSeconds } = video;
  const plan = planDescription(lines, video);
  async function* readLines(): AsyncGenerator<LineToPlace & Cue> {
    for (const { line, startSeconds, speed } of plan.lines) {
      const sound = await decodeLine(line.mp3, signal);
      yield { startSeconds, text: line.text, sound, speed };
    }
  }
  const mix = await encodeLines(readLines(), { durationSeconds: plan.durationSeconds, signal });
  const describedPlan = {
    ...plan,
    lines: plan.lines.map(planned => ({ ...planned, line: pickLine(planned.line) })),
    leftOut: plan.leftOut.map(({ line, reason }) => ({ line: pickLine(line), reason })),
  };
  return { ...mix, described: { kind, gaps, durationSeconds, plan: describedPlan } };
}

/** Without its sound. */
function pickLine({ startSeconds, text, seconds }: LineToDescribe) {
  return { startSeconds, text, seconds };
}

async function encodeLines(
  lines: AsyncIterable<LineToPlace & Cue>,
  { durationSeconds, signal }: { readonly durationSeconds: number; readonly signal: AbortSignal },
): Promise<Mix> {
  const placed: string[] = [];
  async function* noteTexts() {
    for await (const line of lines) {
      placed.push(line.text);
      yield line;
    }
  }
  const cues: SpokenCue[] = [];
  const noteLine = (times: Omit<SpokenCue, 'text'>) =>
    void cues.push({ text: placed[cues.length] ?? '', ...times });
  const pieces: BlobPart[] = [];
  for await (const bytes of encodeMp3(placeLines(noteTexts(), { durationSeconds, noteLine, signal }))) {
    pieces.push(Uint8Array.from(bytes));
  }
  return { audio: new Blob(pieces, { type: 'audio/mpeg' }), cues };
}

/** @throws {CodedError} `provider_garbage` when there is no sound in it */
export function decodeLine(mp3: Blob, signal: AbortSignal): Promise<PlainSound> {
  return collectSound(decodeMp3(readPieces(new Response(mp3), signal)));
}
