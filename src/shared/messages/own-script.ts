import { defineMessages } from './message.ts';

/** Reading a script or subtitles from a file. */
export const ownScriptMessages = defineMessages('ownScript', {
  fileTooLarge: '{file} is too large for a script or subtitles.',
  notText: '{file} is not a text file. Choose a script (.txt) or subtitles (.srt, .vtt).',
  empty: '{file} is empty.',
  noCues: '{file} has no readable subtitles. Each needs a line like 00:00:12,000 --> 00:00:15,000.',
  notPlainText: '{file} is not plain text. Save it as a script (.txt) or as subtitles (.srt, .vtt).',
  tooManyCharacters: 'This script is too long. The limit is {limit} characters.',
  tooManyLines: 'This script has too many timed lines. The limit is {limit}.',
  wrongTimes:
    'The times in these rows go back, or have more than 59 seconds or minutes: {rows}. Correct them and try again.',
  rowsAboveTimes: 'These rows are above the first time: {rows}. Remove them, or start them with a time.',
  tooLong: 'This script is too long. The limit is {limit}.',
});
