import { CodedError } from '#shared/errors.ts';
import { formatBytes } from '../../lib/format.ts';

/** For the file picker. Systems often do not know the types of the last three. */
export const videoAccept = 'video/*,.mkv,.ts,.mov';

const videoNames = /\.(?:mp4|m4v|mov|webm|mkv|ts|mts|m2ts)$/i;

/**
 * What can be said about a file without reading it.
 * @throws {CodedError} `invalid_video` for a file that is no video by type and name, `too_large` over the limit
 */
export function requireVideoFile(file: File, maxBytes: number): void {
  if (!file.type.startsWith('video/') && !videoNames.test(file.name))
    throw new CodedError('invalid_video', {
      message: `“${file.name}” is not a video. Please choose a video file, such as MP4, MOV, WebM or MKV.`,
    });
  if (file.size === 0)
    throw new CodedError('invalid_video', {
      message: `“${file.name}” is empty. Please choose a video file.`,
    });
  if (file.size > maxBytes)
    throw new CodedError('too_large', {
      message: `“${file.name}” has ${formatBytes(file.size)}. Videos of up to ${formatBytes(maxBytes)} are taken here.`,
    });
}
