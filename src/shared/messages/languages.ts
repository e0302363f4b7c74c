import { defineMessages } from './message.ts';

/** Translations of a narration. Fetched when there is a script. */
export const languagesMessages = defineMessages('languages', {
  title: 'Languages',
  reason:
    'Translates the script line by line, with the times and voices of the original. Only the text is sent.',
  work: 'What to do',
  translateOnly: 'Translate',
  translateAndSpeak: 'Translate and generate the audio',
  begin: 'Start',
  beginAnyway: 'Start now',
  notNow: 'Not now',

  // Behind a language that exists.
  upToDate: 'up to date',
  linesChanged: { one: '{count} line changed', other: '{count} lines changed' },
  linesTranslated: '{done} of {total} lines',

  toTranslate: { one: '{count} line to translate', other: '{count} lines to translate' },
  toSpeak: { one: '{count} line to speak', other: '{count} lines to speak' },
  nothingChosen: 'Choose at least one language.',
  nothingToDo: 'These languages are up to date.',
  noVoice: 'Select a voice first.',
  costAndTime: 'About {amount}, {duration}.',
  time: 'About {duration}.',
  muchWork: 'This is a lot of work: about {duration}.',
  muchWorkWithCost: 'This is a lot of work: about {amount}, {duration}.',

  // Once they are made.
  done: 'Done: {languages}.',
  doneWithCost: 'Done: {languages}. It cost {amount}.',
  cancelled: 'Cancelled. What was translated is kept.',
  notDone: 'Not complete: {languages}. {reason}',
  tryAgain: 'Try again',

  // Over and in a translation.
  originalChanged: {
    one: '{count} line changed in the original.',
    other: '{count} lines changed in the original.',
  },
  linesMissing: {
    one: '{count} line of the original is not translated yet.',
    other: '{count} lines of the original are not translated yet.',
  },
  update: 'Update',
  updateAll: { one: 'Update {count} translation', other: 'Update {count} translations' },
  showOriginal: 'Show original',
  lineChanged: 'Original changed:',
  original: 'Original:',

  // Names and terms.
  glossary: 'Glossary',
  glossaryHint: 'Names and terms, and how they are written in each language.',
  addTerm: 'Add a term',
  termNumber: 'Term {number}',
  term: 'Term',
  neverTranslated: 'Never translate',
  termIn: 'In {language}',
  removeTerm: 'Remove term {number}',
  remove: 'Remove',
});
