import { defineMessages } from './message.ts';

/** The names of the checks of description lines, by rule. */
export const checkNames = defineMessages('checkNames', {
  'present-tense': 'Present tense',
  'no-we': 'No “we” or “you”',
  'no-camera-words': 'No camera words',
  'no-interpretation': 'No interpretation',
  'say-it-directly': 'Direct wording',
  'colour-with-meaning': 'Only colours that matter',
  'short-sentences': 'Short sentences',
  'fits-gap': 'Fits the gap',
  'print-read': 'On-screen text read',
  'named-when-known': 'Named once known',
  'one-name': 'Always the same name',
  'described-first': 'Described when first named',
  'over-music': 'Songs not covered',
});

/** What a check found. */
export const checkMessages = defineMessages('checks', {
  'present-tense': '“{words}” is not in the present tense.',
  'no-we': '“{words}” refers to the listener or the describer.',
  'no-camera-words': '“{words}” mentions the camera: say what it shows, unless the camera itself matters.',
  'no-interpretation': '“{words}” is an interpretation: say what can be seen.',
  'say-it-directly': '“{words}” can go: say what is there.',
  'colour-with-meaning': '{count} colours in one line: keep those that matter.',
  'short-sentences': 'A sentence of {count} words is hard to follow by ear.',
  longSentence: 'A sentence of {count} characters is hard to follow by ear.',
  'fits-gap': 'Left out: {reason}',
  spokenFaster: 'It is spoken {percent}% faster.',
  'print-read': '“{text}” can be read at {time}, but no line reads it.',
  'named-when-known': '{name} is named here, but the video names {name} only at {time}.',
  'one-name': '{name} is known from {time} on: say “{name}”, not “{words}”.',
  'described-first': '{name} is named here for the first time, but has not been described.',
  'over-music': 'This line covers “{sound}”.',

  // What could not be checked.
  wordsUnchecked:
    'Not checked in {language}: tense, “we”, camera words, interpretation, direct wording and colours.',
  printUnchecked: 'On-screen text is not checked: none was read in the video.',
  namesUnchecked: 'Names are not checked: no people are confirmed.',
  musicUnchecked: 'Songs are not checked: the transcript mentions none.',
  planUnchecked: 'Gaps are not checked: they are not known yet.',

  // Beside a line, and in the review.
  of: 'Findings in line {number}',
  rewrite: 'Rewrite',
  rewriteFor: 'Rewrite line {number} for “{name}”',
  accept: 'Accept',
  acceptFor: 'Accept line {number} despite “{name}”',
  title: 'Line checks',
  open: { one: '{count} finding', other: '{count} findings' },
  none: 'Nothing found.',
  accepted: { one: '{count} accepted', other: '{count} accepted' },
  line: 'Line {number}',
});
