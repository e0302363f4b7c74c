import { defineMessages } from './message.ts';

export const videoLengthMessages = defineMessages('videoLength', {
  video: 'This video is too long. The limit is {limit}.',
  narration: 'This narration is too long. The limit is {limit}.',
  script: 'This script lasts too long. The limit is {limit}.',
});
