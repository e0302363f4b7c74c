import { stat } from 'node:fs/promises';
import {
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
import type { OlderFormat } from '../older-format.ts';

/** A copy is about as large as its original; what grows beyond this is made to fill the disk. */
const mostGrowth = 2;
const spareBytes = 16 * 1024 ** 2;

/**
 * Copies the coded pictures and sounds of an older file, as they are, into a Matroska file, which is read like any other. Only the
 * reader of its format is used, and it may open nothing but the file itself.
 *
 * Import it only in a process that may crash. It works in one go: who loses interest ends the process.
 * @throws CodedError `invalid_video` where nothing can be read, or the copy grows beyond all measure
 */
export async function copyOlderFile(path: string, format: OlderFormat, copyPath: string): Promise<void> {
  const { size } = await stat(path);
  await using input = new FormatContext();
  await using output = new FormatContext();
  try {
    openInput(input, path, format);
    const places = addStreams(input, output, copyPath);
    FFmpegError.throwIfError(output.openOutputSync(), 'open the copy');
    FFmpegError.throwIfError(output.writeHeaderSync(), 'begin the copy');
    copyPackets(input, output, places, mostGrowth * size + spareBytes);
    FFmpegError.throwIfError(output.writeTrailerSync(), 'end the copy');
    output.closeOutputSync();
  } catch (cause) {
    throw cause instanceof CodedError ? cause : new CodedError('invalid_video', { cause });
  }
}

function openInput(input: FormatContext, path: string, format: OlderFormat): void {
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: format,
    max_streams: String(maxVideoTracks),
  });
  input.allocContext();
  // AVI says of each picture only when it is decoded.
  input.setFlags(AVFMT_FLAG_GENPTS);
  FFmpegError.throwIfError(
    input.openInputSync(`file:${path}`, InputFormat.findInputFormat(format), options),
    'open the file',
  );
  FFmpegError.throwIfError(input.findStreamInfoSync(), 'read the file');
}

/** @returns where each stream of the input goes; -1 for what is neither seen nor heard */
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
  places: readonly number[],
  mostBytes: number,
): void {
  using packet = new Packet();
  packet.alloc();
  let bytes = 0;
  for (;;) {
    const read = input.readFrameSync(packet);
    // A file that is cut short has what is there.
    if (read < 0) {
      if (read !== AVERROR_EOF && bytes === 0) FFmpegError.throwIfError(read, 'read the file');
      return;
    }
    const from = input.streams[packet.streamIndex];
    const place = places[packet.streamIndex] ?? -1;
    const to = output.streams[place];
    if (from && to) {
      bytes += packet.size + 16;
      if (bytes > mostBytes) throw new CodedError('invalid_video');
      packet.rescaleTs(from.timeBase, to.timeBase);
      packet.streamIndex = place;
      packet.pos = -1n;
      FFmpegError.throwIfError(output.interleavedWriteFrameSync(packet), 'write the copy');
    }
    packet.unref();
  }
}
