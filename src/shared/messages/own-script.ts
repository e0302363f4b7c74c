import { defineMessages } from './message.ts';

/** Reading a script or subtitles from a file. */
export const ownScriptMessages = defineMessages('ownScript', {
  fileTooLarge: '{file} is too large for a script or subtitles.',
  notText: '{file} is not a text file. Choose a script (.txt) or subtitles (.srt, .vtt).',
  empty: '{file} is empty.',
  noCues:
    '{file} has no readable subtitles. In SRT and WebVTT, each needs a line like 00:00:12,000 --> 00:00:15,000.',
  notPlainText: '{file} is not plain text. Save it as a script (.txt) or as subtitles (.srt, .vtt).',
  framesOnly:
    'These subtitles count frames (MicroDVD) but do not give the frame rate. Add a first line such as {example} with the frame rate of the video, or save them as .srt.',
  tooManyCharacters: 'This script is too long. The limit is {limit} characters.',
  tooManyLines: 'This script has too many timed lines. The limit is {limit}.',
  notWellFormed: 'This subtitle file is not well-formed XML. The error is in row {row}.',
  tooDeep: 'This subtitle file is nested too deeply. The limit is {limit} levels.',
  tooManyElements: 'This subtitle file has too many elements. The limit is {limit}.',
  startsLate: {
    one: 'The times in the file begin at {count} hour. They now count from there.',
    other: 'The times in the file begin at {count} hours. They now count from there.',
  },
  wrongTimes:
    'The times in these rows go back, or have more than 59 seconds or minutes: {rows}. Correct them and try again.',
  rowsAboveTimes: 'These rows are above the first time: {rows}. Remove them, or start them with a time.',
  tooLong: 'This script is too long. The limit is {limit}.',
});
