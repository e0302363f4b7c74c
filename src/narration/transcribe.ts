import type { NoteUsage, TranscriptionEngine } from '#engines/ports.ts';
import { joinBytes } from '#media/container/iso-boxes.ts';
import type { SoundPart } from '#media/speech/cut-sound.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { maxHeardSeconds } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { readMp3Sound } from '#shared/mp3-frames.ts';
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
 * The sound of an mp3, as it is sent on, and its length by its frames, in seconds: what a provider charges for.
 * @throws CodedError `bad_request` for another format, or anything but sound and tags within it; `too_large`
 */
export function takeHearable(mp3: Uint8Array): Pick<SoundPart, 'mp3' | 'durationSeconds'> {
  const { frames, seconds, otherAt } = readMp3Sound(mp3, maxHeardSeconds + mostOverSeconds);
  if (frames.length === 0)
    throw new CodedError('bad_request', { message: fill(narrationErrors.soundNotMp3) });
  if (otherAt !== undefined)
    throw new CodedError('bad_request', { message: fill(narrationErrors.soundNotOnlyMp3, { at: otherAt }) });
  if (seconds > maxHeardSeconds + mostOverSeconds)
    throw new CodedError('too_large', {
      message: fill(narrationErrors.soundTooLong, { limit: maxHeardSeconds }),
    });
  return { mp3: joinBytes(frames), durationSeconds: seconds };
}
