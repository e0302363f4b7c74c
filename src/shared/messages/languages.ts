import { defineMessages } from './message.ts';

/** Translations of a narration. Fetched when there is a script. */
export const languagesMessages = defineMessages('languages', {
  title: 'Add languages',
  reason: 'The script is translated line by line and keeps its times and voices. Only the text is sent.',
  work: 'Make',
  translateOnly: 'Script only',
  translateAndSpeak: 'Script and audio',
  begin: 'Translate',
  beginAnyway: 'Translate anyway',
  notNow: 'Not now',

  // Behind a language that exists.
  upToDate: 'up to date',
  linesChanged: { one: '{count} line changed', other: '{count} lines changed' },
  linesTranslated: '{done} of {total} lines',

  toTranslate: { one: '{count} line to translate', other: '{count} lines to translate' },
  toSpeak: { one: '{count} line needs audio', other: '{count} lines need audio' },
  nothingChosen: 'Choose at least one language.',
  nothingToDo: 'These languages are up to date.',
  noVoice: 'Select a voice first.',
  costAndTime: 'About {amount}, {duration}.',
  time: 'About {duration}.',
  muchWork: 'This will take about {duration}.',
  muchWorkWithCost: 'This will cost about {amount} and take about {duration}.',

  // Once they are made.
  done: 'Done: {languages}.',
  doneWithCost: 'Done: {languages}. Cost: {amount}.',
  cancelled: 'Cancelled. Finished translations are kept.',
  notDone: 'Not finished: {languages}. {reason}',
  tryAgain: 'Try again',
  show: 'Show {language}',

  // Over and in a translation.
  notUpToDate: 'Not up to date: {state}.',
  update: 'Update',
  updateAll: { one: 'Update {count} translation', other: 'Update {count} translations' },
  showOriginal: 'Show original',
  lineChanged: 'Original changed:',
  numbersDiffer: 'Check the numbers. Original:',
  original: 'Original:',
});
