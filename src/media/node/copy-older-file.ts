import { stat } from 'node:fs/promises';
import {
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AVFMT_FLAG_GENPTS,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Dictionary,
  FFmpegError,
  FormatContext,
  InputFormat,
  Muxer,
} from 'node-av';
import { CodedError } from '#shared/errors.ts';
import { maxVideoTracks } from '#shared/limits.ts';
import type { FileFormat } from '../container/older-format.ts';
import { readPackets, writeViewingCopy } from './write-viewing-copy.ts';

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
    copyStreams(input, copyPath, maxGrowth * size + spareBytes);
    return true;
  }
  if (keepsPictures) throw new CodedError('unsupported_codec');
  return writeViewingCopy(input, picture, copyPath, { maxSeconds, listens });
}

function copyStreams(input: FormatContext, copyPath: string, maxBytes: number): void {
  using muxer = Muxer.openSync(copyPath, { format: 'matroska' });
  const places = new Map<number, number>();
  for (const stream of input.streams)
    if ([AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].some(type => type === stream.codecpar.codecType))
      places.set(stream.index, muxer.addStream(stream));
  let bytes = 0;
  readPackets(input, packet => {
    const place = places.get(packet.streamIndex);
    if (place === undefined) return;
    bytes += packet.size + 16;
    if (bytes > maxBytes) throw new CodedError('invalid_video');
    muxer.writePacketSync(packet, place);
  });
  if (bytes === 0) throw new CodedError('invalid_video');
  muxer.closeSync();
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
