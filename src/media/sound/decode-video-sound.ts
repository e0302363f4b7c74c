import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { untilCancelled } from '#shared/async/until-cancelled.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { mixToStereo, readChannel } from './channels.ts';
import { chooseSounds } from './choose-sounds.ts';
import type { PlainSound } from './plain-sound.ts';

/** A piece of a video's own sound. */
export interface SoundPiece extends PlainSound {
  /** When it is heard, in seconds from the first picture. */
  readonly startSeconds: number;
}

/**
 * Decodes the sound of a video that is used where none was chosen ({@link chooseSounds}), as {@link decodeTrackSound}. Nothing
 * comes out where there is no sound, or none that this platform can decode.
 */
export async function* decodeVideoSound(video: OpenVideo, signal: AbortSignal): AsyncGenerator<SoundPiece> {
  const { used } = await chooseSounds(video);
  for (const track of used) yield* decodeTrackSound(track, video.startSeconds, signal);
}

/**
 * Decodes a sound track as one channel, a few hundredths of a second at a time; no more than a few such pieces are kept, however
 * long the video is.
 * @param startSeconds the time of the first picture in the file
 * @param fromSeconds where it begins, in seconds from the first picture
 * @throws CodedError `invalid_video` when the file breaks off, `client_closed` when `signal` fires
 */
export async function* decodeTrackSound(
  track: InputAudioTrack,
  startSeconds: number,
  signal: AbortSignal,
  fromSeconds = 0,
): AsyncGenerator<SoundPiece> {
  const samples = new AudioSampleSink(track).samples(startSeconds + fromSeconds);
  for await (const sample of untilCancelled(samples, signal)) {
    using open = sample;
    yield {
      startSeconds: open.timestamp - startSeconds,
      sampleRateHz: open.sampleRate,
      samples: mixToMono(open),
    };
  }
}

/** Of surround sound, too, all channels but the deepest: in films people speak from the centre. */
function mixToMono(sample: AudioSample): Float32Array {
  if (sample.numberOfChannels === 1) return readChannel(sample, 0);
  const [left, right] = mixToStereo(sample);
  for (let at = 0; at < left.length; at++) left[at] = ((left[at] ?? 0) + (right[at] ?? 0)) / 2;
  return left;
}
