import { stat } from 'node:fs/promises';
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AVERROR_EOF,
  AVFMT_FLAG_GENPTS,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Dictionary,
  FFmpegError,
  FormatContext,
  InputFormat,
  Packet,
} from 'node-av';
import { CodedError } from '#shared/errors.ts';
import { maxVideoTracks } from '#shared/limits.ts';
import type { FileFormat } from '../container/older-format.ts';
import { writeViewingCopy } from './write-viewing-copy.ts';

/** A copy is about as large as its original; a larger one is an attack on the disk. */
const maxGrowth = 2;
const spareBytes = 16 * 1024 ** 2;

/** Codecs that our readers know and a finished video may contain. */
const copiedCodecs: ReadonlySet<number> = new Set([
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_CODEC_ID_AV1,
]);

export interface CopyOptions {
  /** The coded pictures are needed for a finished video; else a copy for viewing is enough. */
  readonly keepsPictures: boolean;
  readonly maxSeconds: number;
}

/**
 * Converts an older file to Matroska, which our readers open: coded pictures and sound unchanged or, if our readers do not know the
 * codec, a small copy for vision and speech detection ({@link writeViewingCopy}).
 * Import it only in a process that may crash. Synchronous: cancel it by ending the process.
 * @throws CodedError `invalid_video` if nothing can be read, or the copy grows beyond its limit; `no_picture`; `unsupported_codec`
 * if its pictures cannot be decoded, or must be kept and cannot; `video_too_long`
 */
export async function copyOlderFile(
  path: string,
  format: FileFormat,
  copyPath: string,
  options: CopyOptions,
): Promise<void> {
  try {
    // Sound without a valid packet is left out.
    if (!(await copyOnce(path, format, copyPath, options, true)))
      await copyOnce(path, format, copyPath, options, false);
  } catch (cause) {
    throw cause instanceof CodedError ? cause : new CodedError('invalid_video', { cause });
  }
}

/** @returns whether the copy was written */
async function copyOnce(
  path: string,
  format: FileFormat,
  copyPath: string,
  { keepsPictures, maxSeconds }: CopyOptions,
  listens: boolean,
): Promise<boolean> {
  const { size } = await stat(path);
  await using input = new FormatContext();
  openOlderFile(input, path, format);
  const picture = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  if (!picture) throw new CodedError(input.streams.length > 0 ? 'no_picture' : 'invalid_video');
  if (copiedCodecs.has(picture.codecpar.codecId)) {
    await copyStreams(input, copyPath, maxGrowth * size + spareBytes);
    return true;
  }
  if (keepsPictures) throw new CodedError('unsupported_codec');
  return writeViewingCopy(input, picture, copyPath, { maxSeconds, listens });
}

async function copyStreams(input: FormatContext, copyPath: string, maxBytes: number): Promise<void> {
  await using output = new FormatContext();
  const outputIndexes = addStreams(input, output, copyPath);
  FFmpegError.throwIfError(output.openOutputSync(), 'open the copy');
  FFmpegError.throwIfError(output.writeHeaderSync(), 'begin the copy');
  copyPackets(input, output, outputIndexes, maxBytes);
  FFmpegError.throwIfError(output.writeTrailerSync(), 'end the copy');
  output.closeOutputSync();
}

/** @returns the output stream of each input stream; -1 for streams that are neither video nor audio */
function addStreams(input: FormatContext, output: FormatContext, copyPath: string): number[] {
  FFmpegError.throwIfError(
    output.allocOutputContext2(null, 'matroska', `file:${copyPath}`),
    'prepare the copy',
  );
  let count = 0;
  return input.streams.map(stream => {
    const { codecType } = stream.codecpar;
    if (codecType !== AVMEDIA_TYPE_VIDEO && codecType !== AVMEDIA_TYPE_AUDIO) return -1;
    const copy = output.newStream();
    FFmpegError.throwIfError(stream.codecpar.copy(copy.codecpar), 'take over what a decoder must know');
    copy.codecpar.codecTag = 0;
    copy.timeBase = stream.timeBase;
    return count++;
  });
}

function copyPackets(
  input: FormatContext,
  output: FormatContext,
  outputIndexes: readonly number[],
  maxBytes: number,
): void {
  using packet = new Packet();
  packet.alloc();
  let bytes = 0;
  for (;;) {
    const read = input.readFrameSync(packet);
    // A truncated file yields what it has.
    if (read < 0) {
      if (read !== AVERROR_EOF && bytes === 0) FFmpegError.throwIfError(read, 'read the file');
      return;
    }
    const from = input.streams[packet.streamIndex];
    const outputIndex = outputIndexes[packet.streamIndex] ?? -1;
    const to = output.streams[outputIndex];
    if (from && to) {
      bytes += packet.size + 16;
      if (bytes > maxBytes) throw new CodedError('invalid_video');
      packet.rescaleTs(from.timeBase, to.timeBase);
      packet.streamIndex = outputIndex;
      packet.pos = -1n;
      FFmpegError.throwIfError(output.interleavedWriteFrameSync(packet), 'write the copy');
    }
    packet.unref();
  }
}

/**
 * Opens an older file with only its format's reader, which may open no other file.
 * @throws FFmpegError if nothing can be read
 */
function openOlderFile(input: FormatContext, path: string, format: FileFormat): void {
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: format,
    max_streams: String(maxVideoTracks),
  });
  input.allocContext();
  // AVI has no presentation times.
  input.setFlags(AVFMT_FLAG_GENPTS);
  FFmpegError.throwIfError(
    input.openInputSync(`file:${path}`, InputFormat.findInputFormat(format), options),
    'open the file',
  );
  FFmpegError.throwIfError(input.findStreamInfoSync(), 'read the file');
}
