import { defineMessages } from './message.ts';

/** How words are spoken. Fetched with the script. */
export const pronunciationMessages = defineMessages('pronunciation', {
  title: 'Pronunciation',
  hint: 'Changes how words are spoken. The script and its subtitles stay as they are written.',

  list: 'Words',
  word: 'Word',
  say: 'Spoken as',
  language: 'Language',
  scope: 'Used in',
  actions: 'Actions',
  none: 'No word is changed yet.',
  project: 'This project',
  account: 'All my projects',
  browser: 'All projects in this browser',
  edit: 'Edit',
  editWord: 'Edit {word} ({language})',
  remove: 'Remove',
  removeWord: 'Remove {word} ({language})',

  addTitle: 'Add a word',
  editTitle: 'Change a word',
  wordHint:
    'Matches whole words, not their other forms, such as plurals. A word in capitals, such as “US”, matches capitals only.',
  sayHint: 'A respelling such as “ben-shee”, or IPA between slashes such as /ˈbɛnʃi/.',
  sayHintNoIpa: 'A respelling such as “ben-shee”. This voice does not follow IPA.',
  ipaIgnored: 'This voice does not follow IPA. It speaks the word as it is written.',
  hear: 'Hear it',
  loading: 'Loading…',
  stop: 'Stop',
  noVoice: 'Choose a voice to hear it.',
  save: 'Save',
  cancel: 'Cancel',
  full: 'The list is full. Remove a word first.',

  saved: 'Saved.',
  removed: 'Removed.',
  linesToSpeak: {
    one: '{count} line has to be spoken again.',
    other: '{count} lines have to be spoken again.',
  },
  scriptToSpeak: 'The script has to be spoken again.',
  speakNow: 'Speak now',
});
