import { defineMessages } from './message.ts';

/** What is said in a video: its speakers, and the files that are written from it. */
export const transcriptMessages = defineMessages('transcript', {
  speaker: 'Speaker {number}',
  title: 'Transcript',
  descriptiveTitle: 'Descriptive transcript',
  description: 'Description',
  beyond: {
    one: '{count} subtitle of {file} starts after the end of the video ({end}) and is left out.',
    other: '{count} subtitles of {file} start after the end of the video ({end}) and are left out.',
  },
  allBeyond: 'All of {file} comes after the end of the video ({end}). Is it for another video?',
  notTranscript: '{file} has no text that could be a transcript.',
});
