import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { formatBytes } from '../../../lib/format.ts';

/** For the file picker. Systems often do not know the types of the last three. */
export const videoAccept = 'video/*,.mkv,.ts,.mov';

const videoNames = /\.(?:mp4|m4v|mov|webm|mkv|ts|mts|m2ts)$/i;

/** What macOS and Windows keep beside files: `._cars.mp4` is no video. */
export function isSystemFile({ name }: File): boolean {
  return /^(?:\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

/** By type and name. */
export function isVideoFile(file: File): boolean {
  return !isSystemFile(file) && (file.type.startsWith('video/') || videoNames.test(file.name));
}

/**
 * Checks what can be checked without reading the file.
 * @throws {CodedError} `invalid_video` for a file that is no video by type and name, `too_large` over the limit
 */
export function requireVideoFile(file: File, maxBytes: number): void {
  const { name } = file;
  if (!isVideoFile(file))
    throw new CodedError('invalid_video', {
      message: fill(studioMessages.notVideo, { name }),
    });
  if (file.size === 0)
    throw new CodedError('invalid_video', { message: fill(studioMessages.emptyFile, { name }) });
  if (file.size > maxBytes)
    throw new CodedError('too_large', {
      message: fill(studioMessages.tooLarge, {
        name,
        size: formatBytes(file.size),
        limit: formatBytes(maxBytes),
      }),
    });
}
