import { registerMediabunnyServer } from '@mediabunny/server';
import { FilePathSource, Logging, LogLevel } from 'mediabunny';
import { AV_LOG_QUIET, Log } from 'node-av';
import { type OpenVideo, openVideo, type VideoLimits } from '../open-video.ts';
import { registerBoundedDecoder } from './bounded-decoder.ts';

// First come, first served: before mediabunny's own decoders, which do not bound the picture size.
registerBoundedDecoder();
// No hardware is probed for: graphics drivers are one more thing that a hostile file could crash.
registerMediabunnyServer({ hardwareContext: null });
// What the readers think of a damaged file is told as one sentence, not as lines on stderr.
Log.setLevel(AV_LOG_QUIET);
Logging.level = LogLevel.Silent;

/**
 * Opens a video on disk and brings in FFmpeg's native decoders. Import it only in a process that may crash: a decoding
 * child of the server, the command line, a test; never in the server itself.
 *
 * @throws CodedError as {@link openVideo} does.
 */
export function openVideoFile(path: string, limits: VideoLimits): Promise<OpenVideo> {
  return openVideo(new FilePathSource(path), limits);
}
