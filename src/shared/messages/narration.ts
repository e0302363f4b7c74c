import { defineMessages } from './message.ts';

/** Requests for scripts and speech that cannot be served. */
export const narrationMessages = defineMessages('narration', {
  noScript: 'Write a script first.',
  tooManyCharacters: 'The script is too long. The limit is {limit} characters.',
  tooLongToSay: 'With its pronunciations, the script is too long to speak. The limit is {limit} characters.',
  lineTooLongToSay: 'With its pronunciations, line {line} has {count} characters. The limit is {limit}.',
  tooManyLines: 'The script has too many timed lines. The limit is {limit}.',
  tooLong: 'This narration is too long. The limit is {limit}.',
  moreWrongLines: { one: '{count} more line is wrong.', other: '{count} more lines are wrong.' },
  noWords: 'This text has no words that a voice can speak.',

  // Changing a script.
  shortEnough: 'This script already fits the video.',
  longEnough: 'This script is already long enough for the video.',
  oneSentence: 'This script has only one sentence. Shorten it by hand.',
  cannotLengthen: 'No AI that can lengthen the script is connected. Lengthen it by hand.',
  tooLongToLengthen: 'This script is too long to be lengthened by the AI. Lengthen it by hand.',
  notShorter: 'The AI did not shorten the script. Try again, or shorten it by hand.',
  notLonger: 'The AI did not lengthen the script. Try again, or lengthen it by hand.',
  cannotRewriteLine: 'No AI that can rewrite the line is connected. Rewrite it by hand.',
  lineNotRewritten: 'The AI did not rewrite the line. Try again, or describe the change in other words.',
  cannotTranslate: 'No AI that can translate is connected. Connect one, or translate by hand.',
  sameLanguage: 'These lines are already in {language}. Choose another language.',
  linesNotTranslated: {
    one: 'The AI did not translate {count} line. Translate it again, or by hand.',
    other: 'The AI did not translate {count} lines. Translate them again, or by hand.',
  },

  // Timed scripts and audio description.
  notTimed: 'The lines did not match their times, so this narration is one continuous script.',
  nothingForPart: 'No lines were written: there was nothing to tell in this part, or no room for it.',
  noGap:
    'No gap in the speech of this video is long enough. Try an extended description, which pauses the video.',
  noFrameInGap:
    'No frame is in or near a gap in the speech. Try an extended description, which pauses the video.',
  nothingToDescribe: 'Nothing in the video needs a description.',
  notInGaps: 'The AI did not write lines that fit the gaps in the speech. Try again.',
});
