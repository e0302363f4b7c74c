import type { TranscriptionEngine, TranscriptionRequest } from '#engines/ports.ts';
import { joinBytes } from '#media/container/iso-boxes.ts';
import type { SoundPart } from '#media/speech/cut-sound.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { maxHeardSeconds } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationErrors as errors } from '#shared/messages/narration-errors.ts';
import {
  apeHeaderBytes,
  getTagBytes,
  type Mp3Frame,
  mp3HeaderBytes,
  readMp3Header,
} from '#shared/mp3-frames.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { hearPieces } from '#shared/transcript/hear-pieces.ts';
import type { Heard } from '#shared/transcript/heard.ts';

interface TranscribeOptions extends Omit<TranscriptionRequest, 'mp3' | 'durationSeconds'> {
  /** Where people speak, by the sound alone. */
  readonly speech: readonly TimeSpan[];
}

/** Encoders add up to two frames. */
const maxOverSeconds = 1;

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

/** More are not read: each may have ten bytes. */
const maxTags = 1000;

/**
 * The frames of an mp3, as they are sent on, and their seconds: what a provider charges for. Tags, padding and a last frame that was cut
 * short are left out. All frames have one version and rate, or one decoder would hear what another skips; none is of free format, whose
 * length no header tells.
 * @throws CodedError `bad_request` for another format, or anything else within it; `too_large`
 */
export function takeHearable(mp3: Uint8Array): Pick<SoundPart, 'mp3' | 'durationSeconds'> {
  const frames: Uint8Array[] = [];
  let first: Mp3Frame | undefined;
  let durationSeconds = 0;
  let tags = 0;
  let bytes = 0;
  for (let at = 0; at + mp3HeaderBytes <= mp3.length; at += bytes) {
    while (mp3[at] === 0) at += 1;
    if (at + mp3HeaderBytes > mp3.length) break;
    const start = mp3.subarray(at, at + apeHeaderBytes);
    const frame = readMp3Header(start);
    first ??= frame;
    const isSound = frame && frame.rateHz === first?.rateHz && frame.samples === first.samples;
    bytes = isSound ? frame.bytes : tags++ < maxTags ? getTagBytes(start) : 0;
    if (bytes === 0)
      throw new CodedError('bad_request', {
        message: first ? fill(errors.soundNotOnlyMp3, { at }) : fill(errors.soundNotMp3),
      });
    if (!isSound || at + bytes > mp3.length) continue;
    frames.push(mp3.subarray(at, at + bytes));
    durationSeconds += frame.samples / frame.rateHz;
    if (durationSeconds > maxHeardSeconds + maxOverSeconds)
      throw refuse('too_large', errors.soundTooLong, { limit: maxHeardSeconds });
  }
  if (frames.length === 0) throw refuse('bad_request', errors.soundNotMp3);
  return { mp3: joinBytes(frames), durationSeconds };
}
