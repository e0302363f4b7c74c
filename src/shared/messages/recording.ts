import { defineMessages } from './message.ts';

/** Lines that a person says, or has as a sound file. Fetched with the list of lines. */
export const recordingMessages = defineMessages('recording', {
  // The menu of a line.
  recordYourself: 'Record yourself…',
  useFile: 'Use a sound file…',
  useVoice: 'Use the voice again',

  // At a line.
  recorded: 'Your recording.',
  changedSince: 'The text was changed after it was recorded.',
  missing: 'The recording of this line is not on this device.',
  recordAgain: 'Record again',
  recordAgainLine: 'Record line {number} again',
  useVoiceLine: 'Use the voice for line {number} again',

  // The dialog.
  title: 'Record line {number}',
  privacy: 'The recording stays in this browser.',
  available: 'Available: {seconds} s',
  microphone: 'Microphone',
  unnamed: 'Microphone {number}',
  level: 'Microphone level',
  asking: 'Allow the microphone in your browser.',
  record: 'Record',
  stop: 'Stop',
  startsIn: 'Recording starts in {seconds}',
  isRecording: 'Recording… {seconds} s',
  working: 'Preparing the sound…',
  ready: 'Recorded: {seconds} s',
  tooLong: 'Recorded: {seconds} s, which is {excess} s more than available.',
  listen: 'Recording of line {number}',
  again: 'Record again',
  use: 'Use it',

  // What can go wrong.
  refused:
    'The microphone is blocked. Allow it for this page in the settings of your browser, then try again.',
  noMicrophone: 'No microphone was found. Connect one, then try again.',
  inUse: 'The microphone could not be opened. Another program may be using it.',
  insecure: 'Browsers record only on pages with https.',
  unsupported: 'This browser cannot record. Use a sound file instead.',
  silent: 'Nothing was heard. Check the microphone and its level, then try again.',
  unreadable: 'This browser could not read the file as sound. Try an mp3 or WAV file.',
  fileTooLong: 'This sound is longer than {minutes} minutes.',
});
