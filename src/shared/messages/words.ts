import { defineMessages } from './message.ts';

/** How words are spoken and translated. Fetched with the script. */
export const wordMessages = defineMessages('words', {
  title: 'Words',
  hint: 'How names and terms are spoken and translated. The script and its subtitles stay as they are written.',
  add: 'Add a word',
  edit: 'Edit',
  editWord: 'Edit “{word}”',
  remove: 'Remove',
  removeWord: 'Remove “{word}”',
  removed: '“{word}” was removed.',

  // In the row of a word.
  spokenIn: '{language}, spoken as',
  writtenIn: '{language}:',

  word: 'Word',
  wordHint:
    'Matches whole words, not their other forms, such as plurals. A word in capitals, such as “US”, matches capitals only.',
  language: 'Language',
  say: 'Spoken as',
  sayHint: 'A respelling such as “ben-shee”, or IPA between slashes such as /ˈbɛnʃi/.',
  sayHintNoIpa: 'A respelling such as “ben-shee”. This voice does not follow IPA.',
  ipaIgnored: 'This voice does not follow IPA. It speaks the word as it is written.',
  scope: 'Used in',
  project: 'This narration',
  account: 'All my narrations',
  browser: 'All narrations in this browser',
  neverTranslated: 'Never translate',
  translation: 'Translated into {language}',

  hear: 'Hear it',
  loading: 'Loading…',
  noVoice: 'Choose a voice to hear it.',
  save: 'Save',
  full: 'The list is full. Remove a word first.',
});
