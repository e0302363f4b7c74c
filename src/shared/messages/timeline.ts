import { defineMessages } from './message.ts';

/** The lines of a script as blocks along the video. Fetched with the line editor. */
export const timelineMessages = defineMessages('timeline', {
  timeline: 'Timeline',
  show: 'Show timeline',
  hide: 'Hide timeline',
  zoomOut: 'Zoom out',
  zoomOutKey: 'Zoom out (-)',
  zoomIn: 'Zoom in',
  zoomInKey: 'Zoom in (+)',
  wholeVideo: 'Show whole video',
  wholeVideoKey: 'Show whole video (0)',
  follow: 'Follow the playhead',
  noSpeech: 'No speech in the original sound',
  speech: 'Speech: {spoken} of {total}',
  gaps: { one: '{count} gap', other: '{count} gaps' },
  noGaps: 'No gaps',
  position: 'Video position',
  positionOf: '{time} of {total}',

  // A line: facts in a row, and its text after them.
  lines: 'Lines',
  lineAt: 'Line {number} at {time}',
  locked: 'locked',
  toCheck: 'to check',
  moveHint:
    'Use the arrow keys to select a line, Alt and an arrow key to move it by 0.1 seconds, Shift and an arrow key to move it by 1 second. Press Enter to show it in the video.',

  originalSound: 'Original sound',
  readingOriginal: 'Reading the original sound…',
  noOriginal: 'No original sound to show',
});
