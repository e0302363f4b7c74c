import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { CodedError, refuse } from '#shared/errors.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { type PicturePause, sumPauses, toPausedSeconds } from '#shared/script/cues.ts';
import type { OpenVideo } from './open-video.ts';
import type { PacketSink, TrackWriter } from './video-output.ts';

/** A picture that starts at a pause, within a file's rounding, comes after it. */
const roundingSeconds = 0.0005;
/** A larger overlap means that the clock restarted. */
const maxOverlapSeconds = 1;

export async function copyPictures(
  video: OpenVideo,
  pauses: readonly PicturePause[],
  sink: PacketSink<VideoDecoderConfig>,
): Promise<TrackWriter> {
  const decoderConfig = (await video.track.getDecoderConfig()) ?? undefined;
  if (!decoderConfig) throw new CodedError('invalid_video');
  const places = pauses.map(pause => ({ ...pause, atSeconds: pause.atSeconds - roundingSeconds }));
  const fixTimestamp = createTimestampFixer();
  const stillSeconds = video.durationSeconds + sumPauses(pauses);
  const missingEndSeconds = await findMissingEnd(video);
  return createCopy(video.packets, sink, async packet => {
    if (packet.timestamp < missingEndSeconds) return 0;
    const seconds = fixTimestamp(packet.timestamp - video.startSeconds, packet.type === 'key');
    const timestamp = toPausedSeconds(seconds, places);
    const duration = video.isStill ? stillSeconds : packet.duration;
    await sink.add(packet.clone({ timestamp, duration }), decoderConfig);
    return timestamp;
  });
}

/** A recording may start anywhere: pictures before its first key frame cannot be decoded. */
async function findMissingEnd({ packets }: OpenVideo): Promise<number> {
  const first = await packets.getFirstPacket({ metadataOnly: true });
  const key = first?.type === 'key' ? first : await packets.getFirstKeyPacket({ metadataOnly: true });
  return key && key !== first ? key.timestamp : Number.NEGATIVE_INFINITY;
}

/**
 * Pictures of a joined video may overlap: they are shown faster then, so that all later times stay. @returns seconds, never
 * earlier than any before the last key frame
 */
function createTimestampFixer() {
  let latest = Number.NEGATIVE_INFINITY;
  let earliest = latest;
  let keySeconds = 0;
  return (seconds: number, isKey: boolean): number => {
    if (isKey) {
      earliest = latest + 2 * roundingSeconds;
      keySeconds = seconds;
    }
    const overlap = earliest - keySeconds;
    if (overlap > maxOverlapSeconds) throw refuse('invalid_video', videoOutputMessages.timesGoBack);
    const isFaster = overlap > 0 && seconds < keySeconds + 2 * overlap;
    const fixed = isFaster ? earliest + Math.max(0, seconds - keySeconds) / 2 : seconds;
    latest = Math.max(latest, fixed);
    return fixed;
  };
}

export async function copySound(
  track: InputAudioTrack,
  startSeconds: number,
  sink: PacketSink<AudioDecoderConfig>,
): Promise<TrackWriter> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  if (!decoderConfig) throw new CodedError('unsupported_codec');
  const fixTimestamp = createTimestampFixer();
  return createCopy(new EncodedPacketSink(track), sink, async packet => {
    const timestamp = fixTimestamp(packet.timestamp - startSeconds, true);
    if (timestamp + packet.duration > 0) await sink.add(packet.clone({ timestamp }), decoderConfig);
    return timestamp;
  });
}

/** @param add writes a packet and returns its end */
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
