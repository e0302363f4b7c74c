import { decodeMp3 } from '#media/decode-mp3.ts';
import { encodeMp3, type PlainSound } from '#media/encode-mp3.ts';
import { fitLine } from '#media/fit-line.ts';
import { type LineToLay, layLines } from '#media/lay-lines.ts';
import { collectSound } from '#media/line-sound.ts';
import { type Cue, computeRooms, type SpokenCue } from '#shared/script/cues.ts';
import { readPieces } from '../../lib/read-pieces.ts';

// Decoder and encoder of mp3: fetched with the first line that was spoken.

/** A line, and its sound once it was spoken. */
export interface LineToMix extends Cue {
  readonly mp3: Blob | undefined;
}

/** The sound of a timed narration, and where its lines are heard in it. */
export interface Mix {
  readonly audio: Blob;
  readonly cues: readonly SpokenCue[];
}

/**
 * Lays the lines that were spoken at their times, a little faster where the room asks for it, in an mp3 as long as the video.
 * Decodes and encodes in pieces, so that the page stays free.
 * @throws the signal's reason
 */
export async function mixLines(
  lines: readonly LineToMix[],
  { durationSeconds, signal }: { readonly durationSeconds: number; readonly signal: AbortSignal },
): Promise<Mix> {
  const rooms = computeRooms(lines, durationSeconds);
  const laid: string[] = [];
  async function* readLines(): AsyncGenerator<LineToLay> {
    for (const [index, { mp3, startSeconds, text }] of lines.entries()) {
      if (!mp3) continue;
      const sound = await decodeLine(mp3, signal);
      laid.push(text);
      yield { startSeconds, sound: fitLine(sound, rooms[index] ?? 0) };
    }
  }
  const cues: SpokenCue[] = [];
  const noteLine = (times: Omit<SpokenCue, 'text'>) =>
    void cues.push({ text: laid[cues.length] ?? '', ...times });
  const pieces: BlobPart[] = [];
  for await (const bytes of encodeMp3(layLines(readLines(), { durationSeconds, noteLine }))) {
    signal.throwIfAborted();
    pieces.push(Uint8Array.from(bytes));
  }
  return { audio: new Blob(pieces, { type: 'audio/mpeg' }), cues };
}

/** @throws {CodedError} `provider_garbage` when there is no sound in it */
export function decodeLine(mp3: Blob, signal: AbortSignal): Promise<PlainSound> {
  return collectSound(decodeMp3(readPieces(new Response(mp3), signal)));
}
