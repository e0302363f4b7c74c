import { defineMessages } from './message.ts';

/** Why a line of an audio description is left out, and notes for those who play it. */
export const descriptionMessages = defineMessages('description', {
  duringSpeech: 'It starts during speech.',
  noPauseNear:
    'It starts during speech, and nobody pauses within {seconds} s, so the video cannot stop there.',
  gapTooShort: 'It takes {seconds} s, but the gap has {available} s left.',
  linesBefore: 'It takes {seconds} s, but the lines before it leave {available} s.',
  pauseVideo: 'Pause the video for {seconds} s at {at} s.',
});
