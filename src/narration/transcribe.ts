import type { NoteUsage, TranscriptionEngine } from '#engines/ports.ts';
import type { SoundPart } from '#media/speech/cut-sound.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { maxHeardSeconds } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { createMp3FrameReader, getId3Bytes, readMp3Header } from '#shared/mp3-frames.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { hearPieces } from '#shared/transcript/hear-pieces.ts';
import type { Heard } from '#shared/transcript/heard.ts';

interface TranscribeOptions {
  /** Where people speak, by the sound alone. */
  readonly speech: readonly TimeSpan[];
  readonly language?: Language | undefined;
  readonly noteUsage?: NoteUsage | undefined;
  readonly signal: AbortSignal;
}

/** Encoders add up to two frames. */
const mostOverSeconds = 1;

/**
 * Transcribes the sound of a video piece by piece, in seconds of the video, without what the recogniser invented.
 * @throws CodedError errors of the engine and of `pieces`
 */
export function transcribe(
  engine: TranscriptionEngine,
  pieces: AsyncIterable<SoundPart>,
  { speech, ...options }: TranscribeOptions,
): Promise<Heard> {
  const hear = ({ mp3, durationSeconds }: SoundPart, signal: AbortSignal) =>
    engine.transcribe({ ...options, mp3, durationSeconds, signal });
  return hearPieces(pieces, hear, { speech, signal: options.signal });
}

/**
 * The length of an mp3 by its frames, in seconds: what a provider charges for.
 * @throws CodedError `bad_request` for another format, `too_large`
 */
export function requireHearable(mp3: Uint8Array): number {
  let seconds = 0;
  createMp3FrameReader(({ samples, rateHz }) => {
    seconds += samples / rateHz;
  })(mp3);
  // Other files may hold the bits of a frame by chance.
  if (seconds === 0 || !(readMp3Header(mp3) || getId3Bytes(mp3) > 0))
    throw new CodedError('bad_request', { message: fill(narrationErrors.soundNotMp3) });
  if (seconds > maxHeardSeconds + mostOverSeconds)
    throw new CodedError('too_large', {
      message: fill(narrationErrors.soundTooLong, { limit: maxHeardSeconds }),
    });
  return seconds;
}
