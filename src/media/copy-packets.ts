import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
} from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import { type PicturePause, toPausedSeconds } from '#shared/script/picture-pauses.ts';
import type { OpenVideo } from './open-video.ts';
import type { TrackWriter } from './write-in-step.ts';

/** A picture that begins right at a pause, give or take the rounding of a file, comes after it. */
const roundingSeconds = 0.0005;

/** Copies the pictures, byte by byte; those after a pause come later. */
export async function copyPictures(
  video: OpenVideo,
  pauses: readonly PicturePause[],
): Promise<TrackWriter<EncodedVideoPacketSource>> {
  const decoderConfig = (await video.track.getDecoderConfig()) ?? undefined;
  if (!decoderConfig) throw new CodedError('invalid_video');
  const source = new EncodedVideoPacketSource(video.codec);
  const places = pauses.map(({ atSeconds, seconds }) => ({
    atSeconds: atSeconds - roundingSeconds,
    seconds,
  }));
  const toNewSeconds = (seconds: number) => toPausedSeconds(seconds - video.startSeconds, places);
  return createCopy(source, video.packets, async packet => {
    const timestamp = toNewSeconds(packet.timestamp);
    await source.add(packet.clone({ timestamp }), { decoderConfig });
    return timestamp;
  });
}

/** Copies a sound that stays as it is, from the first picture on. */
export async function copySound(
  track: InputAudioTrack,
  startSeconds: number,
): Promise<TrackWriter<EncodedAudioPacketSource>> {
  const codec = await track.getCodec();
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  if (!codec || !decoderConfig) throw new CodedError('unsupported_codec');
  const source = new EncodedAudioPacketSource(codec);
  return createCopy(source, new EncodedPacketSink(track), async packet => {
    const timestamp = packet.timestamp - startSeconds;
    if (timestamp + packet.duration > 0) await source.add(packet.clone({ timestamp }), { decoderConfig });
    return timestamp;
  });
}

/** @param add writes a packet into the source and tells until when it reaches */
function createCopy<Source extends EncodedAudioPacketSource | EncodedVideoPacketSource>(
  source: Source,
  sink: EncodedPacketSink,
  add: (packet: EncodedPacket) => Promise<number>,
): TrackWriter<Source> {
  const packets = sink.packets();
  let reachedSeconds = Number.NEGATIVE_INFINITY;
  return {
    source,
    get reachedSeconds() {
      return reachedSeconds;
    },
    async writeNext() {
      const next = await packets.next();
      if (next.done) return false;
      reachedSeconds = Math.max(reachedSeconds, await add(next.value));
      return true;
    },
    async close() {
      await packets.return();
    },
  };
}
