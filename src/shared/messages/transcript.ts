import { defineMessages } from './message.ts';

/** What is said in a video: its speakers, and the files that are written from it. */
export const transcriptMessages = defineMessages('transcript', {
  speaker: 'Speaker {number}',
  title: 'Transcript',
  descriptiveTitle: 'Descriptive transcript',
  description: 'Description',
  notTranscript: '{file} has no text that could be a transcript.',
});
