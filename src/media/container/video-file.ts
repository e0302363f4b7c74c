import { toCancelledError } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { maxVideoPixels, maxVideoSidePixels } from '#shared/limits.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';

export type VideoContainer = 'mp4' | 'webm' | 'mkv';

export interface FileBytes {
  readonly size: number;
  /** @param end at most `size` */
  read(start: number, end: number): Promise<Uint8Array>;
}

export type FilePiece = { readonly data: Uint8Array<ArrayBuffer>; readonly position: number };

/** A file that is written in any order and appears, or replaces an older one, only when it is kept. */
export interface VideoFile {
  write(data: Uint8Array<ArrayBuffer>, position: number): Promise<void>;
  keep(): Promise<void>;
  /** Deletes it; no effect after `keep`. */
  discard(): Promise<void>;
}

/** Files that browsers do not open, by FFmpeg's format names: AVI, Flash video, Windows Media, MPEG program streams. */
type OlderFormat = 'avi' | 'flv' | 'asf' | 'mpeg';

/** Files that browsers open if they know the codec, by FFmpeg's format names. */
type UsualFormat = 'mov' | 'matroska' | 'mpegts';

export type FileFormat = OlderFormat | UsualFormat;

/** Byte by byte; undefined matches any byte. */
type Beginning = readonly (number | undefined)[];

const beginnings: Readonly<Record<OlderFormat, Beginning>> = {
  avi: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x41, 0x56, 0x49, 0x20],
  flv: [0x46, 0x4c, 0x56, 0x01],
  asf: [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11],
  mpeg: [0x00, 0x00, 0x01, 0xba],
};

const usualBeginnings: Readonly<Record<UsualFormat, Beginning>> = {
  mov: [undefined, undefined, undefined, undefined, 0x66, 0x74, 0x79, 0x70],
  matroska: [0x1a, 0x45, 0xdf, 0xa3],
  mpegts: [0x47],
};

export const olderFormatBytes = 12;

/** @param begins the first {@link olderFormatBytes} of a file; its name is ignored */
export function findOlderFormat(begins: Uint8Array): OlderFormat | undefined {
  return findBeginning(begins, beginnings);
}

export function findUsualFormat(begins: Uint8Array): UsualFormat | undefined {
  return findBeginning(begins, usualBeginnings);
}

function findBeginning<Format extends string>(
  begins: Uint8Array,
  formats: Readonly<Record<Format, Beginning>>,
): Format | undefined {
  const isLike = (wanted: Beginning) => wanted.every((byte, at) => byte === undefined || byte === begins[at]);
  return (Object.keys(formats) as Format[]).find(format => isLike(formats[format]));
}

export function isTooLarge(width: number, height: number): boolean {
  return width > maxVideoSidePixels || height > maxVideoSidePixels || width * height > maxVideoPixels;
}

/** Errors of a full disk: Node by code, browsers by name. */
const fullNames = ['ENOSPC', 'EDQUOT', 'EFBIG', 'QuotaExceededError'];
/** Browsers' errors for a file that was changed, moved or deleted after it was chosen. */
const changedNames = ['NotReadableError', 'NotFoundError'];

/** Errors of the readers become `invalid_video`. */
export async function withCodedErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CodedError ? error : createUnreadableError(error);
  }
}

export function createUnreadableError(cause: unknown): CodedError {
  return new CodedError('invalid_video', { message: fill(videoMessages.unreadable), cause });
}

/** For work that reads one file and writes another. @throws CodedError `client_closed`, `storage_full` or `invalid_video` */
export async function withWriteErrors<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError) throw error;
    if (signal.aborted) throw toCancelledError(signal);
    const { name, code } = error as { readonly name?: string; readonly code?: string };
    const names = [String(code), String(name)];
    if (names.some(each => fullNames.includes(each)))
      throw new CodedError('storage_full', { message: fill(videoOutputMessages.diskFull), cause: error });
    if (names.some(each => changedNames.includes(each)))
      throw new CodedError('invalid_video', { message: fill(videoOutputMessages.changed), cause: error });
    throw createUnreadableError(error);
  }
}
