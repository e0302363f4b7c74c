import type { NoteUsage, TranscriptionEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import { type HeardPiece, joinPieces } from '#shared/transcript/join-pieces.ts';
import { keepSpoken } from '#shared/transcript/keep-spoken.ts';

/** A piece of a video's sound, cut at a pause. */
export interface SoundToHear {
  /** In seconds of the video. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** Mono, 16 kHz. */
  readonly mp3: Uint8Array<ArrayBuffer>;
}

interface TranscribeOptions {
  /** Where people speak, by the sound alone. */
  readonly speech: readonly TimeSpan[];
  readonly language?: Language | undefined;
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

/** Pieces that are transcribed at a time. */
const piecesAtOnce = 2;

/**
 * Transcribes the sound of a video piece by piece, in seconds of the video, without what the recogniser invented.
 * @throws CodedError errors of the engine and of `pieces`
 */
export async function transcribe(
  engine: TranscriptionEngine,
  pieces: AsyncIterable<SoundToHear>,
  { speech, ...options }: TranscribeOptions,
): Promise<Heard> {
  const heard: HeardPiece[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const running = new Set<Promise<void>>();
  const hear = async ({ mp3, ...place }: SoundToHear) => {
    const { durationSeconds } = place;
    heard.push({ ...place, heard: await engine.transcribe({ ...options, mp3, durationSeconds, signal }) });
  };
  try {
    for await (const piece of pieces) {
      const work = hear(piece).finally(() => running.delete(work));
      running.add(work);
      // Its failure is thrown where it is waited for.
      work.catch(() => {});
      if (running.size >= piecesAtOnce) await Promise.race(running);
    }
    await Promise.all(running);
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return keepSpoken(joinPieces(heard), speech);
}

/** The beginning of an mp3: an ID3 tag, or a frame of layer III. */
function isMp3(bytes: Uint8Array): boolean {
  const [one = 0, two = 0, three = 0] = bytes;
  return (one === 0x49 && two === 0x44 && three === 0x33) || (one === 0xff && (two & 0xe6) === 0xe2);
}

/** @throws CodedError `bad_request` for another format, `too_large` for more than the engine takes */
export function requireHearable(
  engine: Pick<TranscriptionEngine, 'maxSeconds'>,
  mp3: Uint8Array,
  durationSeconds: number,
): void {
  if (!isMp3(mp3)) throw new CodedError('bad_request', { message: fill(narrationErrors.soundNotMp3) });
  if (durationSeconds > engine.maxSeconds)
    throw new CodedError('too_large', {
      message: fill(narrationErrors.soundTooLong, { limit: Math.floor(engine.maxSeconds) }),
    });
}
