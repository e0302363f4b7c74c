import { defineMessages } from './message.ts';

/** What is being done, in the status line. */
export const studioWorkMessages = defineMessages('studioWork', {
  opening: 'Opening the video.',
  listening: 'Finding gaps in the speech.',
  listened: 'Finding gaps in the speech: {done} of {total}.',
  comparing: 'Comparing the videos.',
  compared: 'Comparing the videos: {done} of {total}.',
  reading: 'Reading frames.',
  read: 'Reading frames: {done} of {total}.',
  copyingLarge: 'The video is large, so only the frames that are needed are copied.',
  copyingUnreadable: 'This browser cannot read the frames, so a few are copied for the server to read.',
  sendingFrames: 'Sending the frames.',
  sentFrames: 'Sending the frames: {sent} of {total}.',
  sendingVideo: 'Sending the video.',
  sentVideo: 'Sending the video: {sent} of {total}.',
  serverReads: 'The server is reading and analysing the frames.',
  analysing: 'Analysing the frames.',
  writing: 'Writing the script.',
  writtenWords: { one: 'Writing the script: {count} word.', other: 'Writing the script: {count} words.' },
  writtenCharacters: {
    one: 'Writing the script: {count} character.',
    other: 'Writing the script: {count} characters.',
  },
  speaking: 'Generating the audio.',
  spoken: 'Generating the audio: {size} so far.',
  spokenLines: {
    one: 'Generating the audio: {done} of {count} line.',
    other: 'Generating the audio: {done} of {count} lines.',
  },
  transcribing: 'Transcribing the speech.',
  transcribed: 'Transcribing the speech: {done} of {total}.',
  translating: 'Translating.',
  translated: {
    one: 'Translating: {done} of {count} language done.',
    other: 'Translating: {done} of {count} languages done.',
  },
  silent: 'No response for {seconds} seconds. You can wait or stop.',
});
