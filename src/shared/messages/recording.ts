import { defineMessages } from './message.ts';

/** Lines that a person says, or has as a sound file. Fetched with the list of lines. */
export const recordingMessages = defineMessages('recording', {
  // The menu of a line.
  recordYourself: 'Record yourself…',
  useFile: 'Use an audio file…',
  useVoice: 'Switch back to the AI voice',

  // At a line.
  recorded: 'Your recording',
  changedSince: 'The text has changed since you recorded it.',
  missing: 'Your recording of this line is not on this device.',
  recordAgain: 'Record again',
  recordAgainLine: 'Record line {number} again',
  useVoiceLine: 'Switch line {number} back to the AI voice',

  // The dialog.
  title: 'Record line {number}',
  privacy: 'The recording stays in this browser.',
  available: 'Available: {seconds} s',
  microphone: 'Microphone',
  unnamed: 'Microphone {number}',
  level: 'Microphone level',
  asking: 'Allow microphone access in your browser.',
  record: 'Record',
  stop: 'Stop',
  startsIn: 'Recording starts in {seconds}',
  isRecording: 'Recording… {seconds} s',
  working: 'Preparing the recording…',
  ready: 'Recorded: {seconds} s',
  tooLong: 'Recorded: {seconds} s, {excess} s too long',
  listen: 'Recording of line {number}',
  again: 'Record again',
  use: 'Use recording',

  // What can go wrong.
  refused: 'The microphone is blocked. Allow it for this page in your browser settings, then try again.',
  noMicrophone: 'No microphone found. Connect one, then try again.',
  inUse: 'The microphone could not be opened. Another program may be using it.',
  insecure: 'Recording needs a secure connection (https).',
  unsupported: 'This browser cannot record. Use an audio file instead.',
  silent: 'Nothing was heard. Check the microphone and its level, then try again.',
  unreadable: 'This browser could not read the audio file. Try an MP3 or WAV file.',
  fileTooLong: 'This recording is longer than {minutes} minutes.',
});
