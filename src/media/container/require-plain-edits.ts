import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import { findBox, listBoxes, readNumber32, readNumber64, readSigned32 } from './iso-boxes.ts';
import { withCodedErrors } from './with-coded-errors.ts';

/** Edit lists are rounded; edits this close together count as one. */
const joinSeconds = 0.05;
/** Pictures after the end of the last edit: encoders leave some there for reference. */
const tailSeconds = 1;

/** A played part of a track, in seconds of the coded media. */
interface Edit {
  readonly fromSeconds: number;
  readonly seconds: number;
  /** 1 is normal speed. */
  readonly rate: number;
}

/**
 * Checks that the tracks of an MP4 or MOV file play from one point to their end: our reader (mediabunny 1.61) follows only the
 * start of the first edit.
 * @param moov the content of the file's index
 * @throws CodedError `invalid_video`
 */
export function requirePlainEdits(moov: Uint8Array): Promise<void> {
  return withCodedErrors(async () => {
    const movie = readTimes(findBox(moov, 'mvhd'));
    for (const { kind, content: track } of listBoxes(moov)) {
      const list = kind === 'trak' && findBox(track, 'edts', 'elst');
      const media = findBox(track, 'mdia', 'mdhd');
      const handler = findBox(track, 'mdia', 'hdlr')?.subarray(8, 12);
      if (!list || !media || !handler) continue;
      const { scale, seconds } = readTimes(media);
      const edits = joinEdits(readEdits(list, movie.scale, scale));
      const isPicture = String.fromCharCode(...handler) === 'vide';
      const isSound = String.fromCharCode(...handler) === 'soun';
      if ((isPicture || isSound) && !isPlain(edits, isPicture ? seconds : 0)) throw createEditsError();
    }
  });
}

/** @param codedSeconds duration of the coded media; 0 allows any end */
function isPlain([first, second]: readonly Edit[], codedSeconds: number): boolean {
  if (!first) return true;
  // Some writers leave the rate 0.
  if (second || (first.rate !== 1 && first.rate !== 0)) return false;
  return first.seconds === 0 || codedSeconds - first.fromSeconds - first.seconds <= tailSeconds;
}

/** Ticks a second and duration of a header that starts with a version and two dates. */
function readTimes(header: Uint8Array | undefined): { scale: number; seconds: number } {
  if (!header) return { scale: 1, seconds: 0 };
  const isLong = header[0] === 1;
  const scale = readNumber32(header, isLong ? 20 : 12);
  const ticks = isLong ? readNumber64(header, 24) : readNumber32(header, 16);
  return { scale, seconds: ticks / scale };
}

/** Without empty edits, which only delay a track. */
function readEdits(list: Uint8Array, movieScale: number, mediaScale: number): Edit[] {
  const isLong = list[0] === 1;
  const bytes = isLong ? 20 : 12;
  const count = Math.min(readNumber32(list, 4), Math.floor((list.length - 8) / bytes));
  return Array.from({ length: count }, (_, entry) => {
    const at = 8 + entry * bytes;
    const from = isLong
      ? readSigned32(list, at + 8) * 2 ** 32 + readNumber32(list, at + 12)
      : readSigned32(list, at + 4);
    return {
      fromSeconds: from / mediaScale,
      seconds: (isLong ? readNumber64(list, at) : readNumber32(list, at)) / movieScale,
      rate: readSigned32(list, at + bytes - 4) / 2 ** 16,
    };
  }).filter(({ fromSeconds }) => fromSeconds >= 0);
}

function joinEdits(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const before = joined.at(-1);
    const isNext =
      before?.rate === edit.rate &&
      Math.abs(before.fromSeconds + before.seconds - edit.fromSeconds) < joinSeconds;
    if (!isNext) joined.push(edit);
    else joined[joined.length - 1] = { ...before, seconds: before.seconds + edit.seconds };
  }
  return joined;
}

function createEditsError(): CodedError {
  return new CodedError('invalid_video', {
    message: fill(videoMessages.editList),
  });
}
