import { defineMessages } from './message.ts';

/** Frames that are sent as JPEGs. */
export const frameMessages = defineMessages('frames', {
  none: 'Send at least one frame of the video.',
  tooMany: { one: 'Send at most {count} frame.', other: 'Send at most {count} frames.' },
  notAllJpeg: 'Every frame must be a JPEG.',
  notJpeg: 'Frame {number} is not a JPEG.',
  unsupported: 'Frame {number} is a JPEG of an unsupported kind.',
  damaged: 'Frame {number} is a damaged JPEG.',
  tooManyScans: 'Frame {number} has too many scans. The limit is {limit}.',
  tooLarge: 'Frame {number} has {width} × {height} pixels. The limit is {limit} pixels.',
});
