import { defineMessages } from './message.ts';

/** Problems with the lines of a script. */
export const lineMessages = defineMessages('lines', {
  noTime: 'Line {line} has no time. Start it with a time such as [0:00].',
  noText: 'Line {line} has a time, [{time}], but no text.',
  tooLong: 'Line {line} has {count} characters. The limit is {limit}.',
  goesBack: 'Line {line} starts at {time}, which is not after the previous line.',
  beyondEnd: 'Line {line} starts at {time}, after the end of the video.',
  thisTooLong: 'This line has {count} characters. The limit is {limit}.',
  wordsUnread: 'The voice cannot read “{text}”, so it was left out.',
  shortSound: 'The sound of “{text}” is far shorter than its text. Listen to it: words may be missing.',
  withoutWords: '“{text}” has no words, so it was left out.',
});
