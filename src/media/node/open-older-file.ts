import { AVFMT_FLAG_GENPTS, Dictionary, FFmpegError, type FormatContext, InputFormat } from 'node-av';
import { maxVideoTracks } from '#shared/limits.ts';
import type { FileFormat } from '../container/older-format.ts';

/**
 * Opens an older file with the one reader of its format, which may open nothing but the file itself.
 * @throws FFmpegError where nothing can be read
 */
export function openOlderFile(input: FormatContext, path: string, format: FileFormat): void {
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
