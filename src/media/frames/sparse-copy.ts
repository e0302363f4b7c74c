import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, MkvOutputFormat, Output } from 'mediabunny';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { withCodedErrors } from '../container/video-file.ts';
import type { PlannedPicture } from './choose-cue-points.ts';
import { planVideo, startMsOf, toFileSeconds } from './plan-pictures.ts';

/** Size limit, because the copy is in memory; larger videos are better sent whole. */
const maxCopyBytes = 512 * 1024 ** 2;

/**
 * A Matroska file with only the coded pictures that {@link sampleFrames} uses, copied without re-encoding, with their times and the
 * whole duration: sampling it gives the same frames. Needs no decoder. A video with few key frames keeps more bytes, since an exact
 * picture needs all from the key frame before it.
 * @throws CodedError `invalid_video` without a key frame, `too_large` above 512 MiB, `client_closed` when `signal` fires.
 * @param pictures default: the ten that stand for the video
 */
export function makeSparseCopy(
  video: OpenVideo,
  signal: AbortSignal,
  pictures?: readonly PlannedPicture[],
): Promise<Uint8Array<ArrayBuffer>> {
  return withCodedErrors(async () => writeCopy(video, pictures ?? (await planVideo(video)), signal));
}

async function writeCopy(
  video: OpenVideo,
  pictures: readonly PlannedPicture[],
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const decoderConfig = await video.track.getDecoderConfig();
  if (!decoderConfig) throw new CodedError('invalid_video');
  const packets = retime(video, await collectPackets(video, pictures, signal));
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const source = new EncodedVideoPacketSource(video.codec);
  output.addVideoTrack(source, { transformationMatrix: await video.track.getTransformationMatrix() });
  await output.start();
  for (const packet of packets) await source.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error('The sparse copy was not written.');
  return new Uint8Array(target.buffer);
}

async function collectPackets(
  video: OpenVideo,
  pictures: readonly PlannedPicture[],
  signal: AbortSignal,
): Promise<EncodedPacket[]> {
  const bySequence = new Map<number, EncodedPacket>();
  // The first picture keeps the copy's start, and so all times, equal to the original's.
  const first = await video.packets.getFirstKeyPacket({ verifyKeyPackets: true });
  if (!first) throw new CodedError('invalid_video');
  bySequence.set(first.sequenceNumber, first);
  const gapsMs: number[] = [];
  for (const picture of pictures) {
    const packets = await readPicture(video, picture, signal).catch(() => []);
    requireNotCancelled(signal);
    for (const packet of packets) bySequence.set(packet.sequenceNumber, packet);
    if (packets.length === 0) gapsMs.push(picture.pictureMs);
    const bytes = [...bySequence.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (bytes > maxCopyBytes) throw new CodedError('too_large');
  }
  const inDecodeOrder = [...bySequence.values()].sort((a, b) => a.sequenceNumber - b.sequenceNumber);
  for (const gapMs of gapsMs) markGap(video, inDecodeOrder, gapMs);
  return inDecodeOrder;
}

/** Adds an undecodable packet where the original has a gap: otherwise the picture before it would seem to be shown there. */
function markGap(video: OpenVideo, packets: EncodedPacket[], gapMs: number): void {
  const seconds = video.startSeconds + gapMs / 1000;
  const next = packets.findIndex(packet => packet.type === 'key' && packet.timestamp > seconds);
  const gap = new EncodedPacket(new Uint8Array(1), 'key', seconds, 0);
  packets.splice(next < 0 ? packets.length : next, 0, gap);
}

/** The packets of a picture, from its key frame on; none if the file is truncated. */
async function readPicture(video: OpenVideo, picture: PlannedPicture, signal: AbortSignal) {
  const fileSeconds = toFileSeconds(video, picture.pictureMs);
  const wanted = await video.packets.getPacket(fileSeconds, { metadataOnly: true });
  const key = await video.packets.getKeyPacket(fileSeconds, { verifyKeyPackets: true });
  if (!wanted || !key) return [];
  const packets = [key];
  while ((packets.at(-1) as EncodedPacket).sequenceNumber < wanted.sequenceNumber) {
    requireNotCancelled(signal);
    const next = await video.packets.getNextPacket(packets.at(-1) as EncodedPacket);
    if (!next) return [];
    packets.push(next);
  }
  return packets;
}

/** Times from the video's start; the last picture lasts until the video's end, which keeps the duration. */
function retime(video: OpenVideo, packets: readonly EncodedPacket[]): EncodedPacket[] {
  // The first is shown from the start, even if sound came before it.
  const starts = packets.map((packet, index) =>
    index === 0 ? 0 : Math.min(startMsOf(video, packet), video.durationMs),
  );
  // Not by spreading: a long video with one key frame has more packets than a call takes arguments.
  const last = starts.indexOf(starts.reduce((latest, start) => Math.max(latest, start), 0));
  return packets.map((packet, index) => {
    const startMs = starts[index] ?? 0;
    const spareMs = video.durationMs - startMs;
    const durationMs = index === last ? spareMs : Math.min(packet.duration * 1000, spareMs);
    return packet.clone({ timestamp: startMs / 1000, duration: durationMs / 1000 });
  });
}
