import {
  ADTS,
  AudioSampleSink,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  type Source,
  WAVE,
  WEBM,
} from 'mediabunny';
import { untilCancelled } from '#shared/async/until-cancelled.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { soundFileMessages } from '#shared/messages/sound-file.ts';
import { mixToStereo, type RatedSound } from './channels.ts';

const formats = [MP3, MP4, QTFF, WAVE, FLAC, OGG, WEBM, MATROSKA, ADTS];

/**
 * Decodes a sound file to left and right, in pieces, with bounded memory.
 * @throws CodedError `unsupported_media_type` if it is no sound that can be decoded here, `client_closed` when `signal` fires
 */
export async function* readSoundFile(
  source: Source,
  signal: AbortSignal,
): AsyncGenerator<RatedSound, void, undefined> {
  using input = new Input({ formats, source });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || !(await track.canDecode())) throw createUnreadableError();
    for await (const sample of untilCancelled(new AudioSampleSink(track).samples(), signal)) {
      using open = sample;
      yield { sampleRateHz: open.sampleRate, channels: mixToStereo(open) };
    }
  } catch (error) {
    throw error instanceof CodedError ? error : createUnreadableError(error);
  }
}

function createUnreadableError(cause?: unknown): CodedError {
  return new CodedError('unsupported_media_type', { message: fill(soundFileMessages.unreadable), cause });
}
