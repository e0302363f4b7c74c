import { defineMessages } from './message.ts';

/** Where lines cannot be placed in the gaps between speech. */
export const describedVideoMessages = defineMessages('describedVideo', {
  needsVideo: 'Add the video so that Benshi can find the gaps in its speech and place the lines there.',
  undecodable:
    'This browser cannot decode the sound of the video, so Benshi cannot find the gaps in its speech. Choose Extended to pause the video for each line.',
  undecodableExtended:
    'This browser cannot decode the sound of the video, so the video pauses for each line.',
});
