import { defineMessages } from './message.ts';

/** The free page around the studio. */
export const freePageMessages = defineMessages('freePage', {
  title: 'Benshi · AI narration for your videos',
  accountDeleted: 'Your account and all its data have been deleted.',
  heading: 'AI narration for your videos',
  intro:
    'Benshi analyses your video, writes a script in one of {count} languages, and reads it aloud. You can edit every word.',
  promise: 'Your video is not kept. Anonymised prompts and scripts are.',
  narrationsLeft: {
    one: '{left} of {count} free narration left today',
    other: '{left} of {count} free narrations left today',
  },
  narrationFailed: 'An error occurred while generating the narration. Please try again.',
  audioFailed: 'An error occurred while generating the audio. Please try again.',

  privacy: 'Your privacy',
  notKept: 'Your video is not kept.',
  stored: 'Anonymised prompts and scripts are stored to improve Benshi.',
  more: 'More',
  sentFrames:
    'Your browser takes {count} frames from the video and sends these to our server, not the video.',
  sentUpTo:
    'Your browser takes up to {count} frames from the video and sends these to our server, not the video.',
  sentCopy: 'If it cannot read the video, it sends a copy of a few encoded frames instead.',
  sentKnown:
    'Also sent: the video’s title (from the file’s name and tags), the names you confirmed and, if you use the dialogue, what is said.',
  sentGaps:
    'For audio description it also finds the gaps in the speech and sends their times. It sends the sound only if you have the speech transcribed.',
  redacted:
    'Prompts and scripts are stored without your IP address. Email addresses and phone numbers in them are redacted.',
  allPrivacy: 'All privacy details',
});
