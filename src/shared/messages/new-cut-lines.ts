import { defineMessages } from './message.ts';

/** What is left to do in the script after its video was replaced. Fetched with the list of lines. */
export const newCutLinesMessages = defineMessages('newCutLines', {
  // Above the list, beside the other counts.
  someToCheck: '{count} to check',
  showNext: 'Next line to check',

  // A line.
  pictureChanged: 'The picture has changed. Check this line.',
  cutShort: 'Part of the scene was cut. Check this line.',
  placeUncertain: 'The place is uncertain. Check this line.',
  keep: 'Keep as it is',
  keepLine: 'Keep as it is: line {number}',
  pictureBefore: 'Before',
  pictureNow: 'Now',

  // A part of the video for which nothing has been written.
  isNew: '{from}–{to} is new',
  write: 'Write lines for {from}–{to}',
  needsVideo: 'Choose the video to write lines for it.',
  leave: 'Leave as it is',
  leavePart: 'Leave as it is: {from}–{to}',

  // Lines of parts that were cut.
  gone: { one: 'No longer in the video: {count} line', other: 'No longer in the video: {count} lines' },
  was: 'Was at {time}',
  putBack: 'Put back at playhead',
  putBackLine: 'Put back at playhead: {text}',
  deleteCut: 'Delete',
  deleteCutLine: 'Delete: {text}',
});
