import { type AudioSample, AudioSampleSink } from 'mediabunny';
import type { PlainSound } from './encode-mp3.ts';
import type { OpenVideo } from './open-video.ts';
import { mixToStereo, readChannel } from './stereo-sound.ts';
import { untilCancelled } from './until-cancelled.ts';
import { withCodedErrors } from './with-coded-errors.ts';

/** A piece of a video's own sound. */
export interface SoundPiece extends PlainSound {
  /** When it is heard, in seconds from the first picture. */
  readonly startSeconds: number;
}

/**
 * Decodes the sound of a video as one channel, a few hundredths of a second at a time; no more than a few such pieces are
 * kept, however long the video is. Nothing comes out where there is no sound, or none that this platform can decode.
 * @param fromSeconds where it begins, in seconds from the first picture
 * @throws CodedError `invalid_video` when the file breaks off, `client_closed` when `signal` fires
 */
export async function* decodeVideoSound(
  video: OpenVideo,
  signal: AbortSignal,
  fromSeconds = 0,
): AsyncGenerator<SoundPiece> {
  const track = await withCodedErrors(() => video.track.input.getPrimaryAudioTrack());
  if (!track || !(await track.canDecode())) return;
  const samples = new AudioSampleSink(track).samples(video.startSeconds + fromSeconds);
  for await (const sample of untilCancelled(samples, signal)) {
    using open = sample;
    yield {
      startSeconds: open.timestamp - video.startSeconds,
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
