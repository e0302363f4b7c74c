import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import { type PicturePause, toPausedSeconds } from '#shared/script/picture-pauses.ts';
import type { OpenVideo } from './open-video.ts';
import type { PacketSink } from './output-track.ts';
import type { TrackWriter } from './write-in-step.ts';

/** A picture that begins right at a pause, give or take the rounding of a file, comes after it. */
const roundingSeconds = 0.0005;

/** Copies the pictures, byte by byte; those after a pause come later. */
export async function copyPictures(
  video: OpenVideo,
  pauses: readonly PicturePause[],
  sink: PacketSink<VideoDecoderConfig>,
): Promise<TrackWriter> {
  const decoderConfig = (await video.track.getDecoderConfig()) ?? undefined;
  if (!decoderConfig) throw new CodedError('invalid_video');
  const places = pauses.map(({ atSeconds, seconds }) => ({
    atSeconds: atSeconds - roundingSeconds,
    seconds,
  }));
  const toNewSeconds = (seconds: number) => toPausedSeconds(seconds - video.startSeconds, places);
  return createCopy(video.packets, sink, async packet => {
    const timestamp = toNewSeconds(packet.timestamp);
    await sink.add(packet.clone({ timestamp }), decoderConfig);
    return timestamp;
  });
}

/** Copies a sound that stays as it is, from the first picture on. */
export async function copySound(
  track: InputAudioTrack,
  startSeconds: number,
  sink: PacketSink<AudioDecoderConfig>,
): Promise<TrackWriter> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  if (!decoderConfig) throw new CodedError('unsupported_codec');
  return createCopy(new EncodedPacketSink(track), sink, async packet => {
    const timestamp = packet.timestamp - startSeconds;
    if (timestamp + packet.duration > 0) await sink.add(packet.clone({ timestamp }), decoderConfig);
    return timestamp;
  });
}

/** @param add writes a packet and tells until when it reaches */
function createCopy(
  original: EncodedPacketSink,
  sink: { close(): void },
  add: (packet: EncodedPacket) => Promise<number>,
): TrackWriter {
  const packets = original.packets();
  let reachedSeconds = Number.NEGATIVE_INFINITY;
  return {
    get reachedSeconds() {
      return reachedSeconds;
    },
    async writeNext() {
      const next = await packets.next();
      if (next.done) {
        sink.close();
        return false;
      }
      reachedSeconds = Math.max(reachedSeconds, await add(next.value));
      return true;
    },
    async close() {
      await packets.return();
    },
  };
}
