import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { untilCancelled } from '#shared/async/until-cancelled.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { mixToStereo, readChannel } from './channels.ts';
import { chooseSounds } from './choose-sounds.ts';
import type { PlainSound } from './plain-sound.ts';

export interface SoundPiece extends PlainSound {
  /** In seconds from the first picture. */
  readonly startSeconds: number;
}

/**
 * Decodes the default sound of a video ({@link chooseSounds}), as {@link decodeTrackSound}. Empty if there is none, or none that
 * can be decoded here.
 */
export async function* decodeVideoSound(video: OpenVideo, signal: AbortSignal): AsyncGenerator<SoundPiece> {
  const { used } = await chooseSounds(video);
  for (const track of used) yield* decodeTrackSound(track, video.startSeconds, signal);
}

/**
 * Decodes a sound track as mono, a few hundredths of a second at a time, with bounded memory.
 * @param startSeconds the time of the first picture in the file
 * @param fromSeconds where to start, in seconds from the first picture
 * @throws CodedError `invalid_video` if the file breaks off, `client_closed` when `signal` fires
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

/** Mixes all channels, also of surround sound, except bass: film dialogue is in the centre. */
export function mixToMono(sample: AudioSample): Float32Array {
  if (sample.numberOfChannels === 1) return readChannel(sample, 0);
  const [left, right] = mixToStereo(sample);
  for (let at = 0; at < left.length; at++) left[at] = ((left[at] ?? 0) + (right[at] ?? 0)) / 2;
  return left;
}
