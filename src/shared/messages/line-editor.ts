import { defineMessages } from './message.ts';

/** The list of lines of a timed script. Fetched with it. */
export const lineEditorMessages = defineMessages('lineEditor', {
  // Above the list, side by side.
  lines: { one: '{count} line', other: '{count} lines' },
  allHaveAudio: 'all have audio',
  someHaveAudio: { one: '{count} has audio', other: '{count} have audio' },
  allFit: 'all fit',
  someTooLong: { one: '{count} is too long', other: '{count} are too long' },
  someLeftOut: { one: '{count} is left out', other: '{count} are left out' },
  addLine: 'Add line at playhead',
  help: 'Press Enter to split a line, or Backspace at its start to merge it with the previous line.',
  list: 'Script lines',

  shiftAll: 'Shift all…',
  shiftTitle: 'Shift all lines',
  shiftSeconds: 'Seconds',
  shiftHint: 'For example 1.5 for later, or -1.5 for earlier.',
  shiftWrong: 'Enter a number of seconds, such as 1.5 or -1.5.',
  shift: 'Shift lines',

  // A line.
  line: 'Line {number}',
  writeHere: 'Write this line here',
  startTime: 'Start time of line {number}',
  enterTime: 'Enter a time, such as 0:12 or 1:02:03.5',
  showFrame: 'Show the video at {time}',
  playFrom: 'Play from line {number}',
  locked: 'Locked',

  // Its menu.
  actions: 'Actions for line {number}',
  more: 'More',
  play: 'Play',
  generateAudio: 'Generate audio',
  regenerateAudio: 'Regenerate audio',
  rewrite: 'Rewrite line…',
  changePronunciation: 'Change pronunciation…',
  lock: 'Lock',
  unlock: 'Unlock',
  startAtPlayhead: 'Set start to playhead',
  deleteLine: 'Delete',

  // The dialog in which it is rewritten.
  rewriteTitle: 'Rewrite line {number}',
  wish: 'What should change?',
  suggestions: 'Suggestions',
  wishShorter: 'Shorter',
  wishFunnier: 'Funnier',
  wishNoNames: 'No names',
  wishSimpler: 'Simpler',
  rewriteNow: 'Rewrite',
  rewriting: 'Rewriting…',
  cancelRewrite: 'Cancel',
  acceptRewrite: 'Accept',
  discardRewrite: 'Discard',

  // What a line needs of the time that it has, and what follows from that, side by side.
  need: '{need} of {available} s',
  needEstimate: 'about {need} of {available} s',
  needNoTime: '{need} s, no time available',
  needNoTimeEstimate: 'about {need} s, no time available',
  available: '{available} s available',
  fitsWords: { one: 'about {count} word', other: 'about {count} words' },
  fitsCharacters: { one: 'about {count} character', other: 'about {count} characters' },
  noTime: 'No time available',
  faster: 'Fits when spoken slightly faster',
  videoPauses: 'Video pauses for {seconds}',
  leftOut: 'Left out',
  tooLong: '{seconds} too long even when spoken faster',

  // What is wrong with its time or its length.
  startsTooEarly: 'This line must start after line {number}. Change one of the two start times.',
  startsAfterVideo: 'This line starts after the end of the video. Choose an earlier time.',

  // What the writer changed to make it fit or to mend it.
  changed: 'Changed:',
  keepChange: 'Keep change',
  keepChangeTo: 'Keep change to line {number}',
  restoreOriginal: 'Restore original',
  restoreOriginalOf: 'Restore original text of line {number}',

  // What can be done about the active line where it does not fit, side by side.
  shortenOrMove: 'Shorten it, start it earlier, or start the next line later.',
  shortenOrMoveLast: 'Shorten it or start it earlier.',
  moveToPause: 'Move it to the pause at {time}.',
  shortenOrExtend: 'Shorten it, or choose “Extended” to pause the video for it.',
  unlockToShorten: 'Unlock it to shorten it.',
});
