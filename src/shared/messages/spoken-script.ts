import { defineMessages } from './message.ts';

/** What comes with the first video or recording: the preview and the recording. */
export const spokenScriptMessages = defineMessages('spokenScript', {
  preview: 'Preview of {name}',
  unplayable: 'This browser cannot play this video, but it can still be narrated.',
  tooLong: {
    one: '{count} line is too long and delays the lines after it.',
    other: '{count} lines are too long and delay the lines after them.',
  },
  fitLines: 'Shorten to fit',
  fitAndSpeak: {
    one: 'Shorten to fit and generate audio for {count} line',
    other: 'Shorten to fit and generate audio for {count} lines',
  },
  versionBeforeFit: 'Before shortening',
  leftAlone: {
    one: '{count} line was edited meanwhile and stays as it is.',
    other: '{count} lines were edited meanwhile and stay as they are.',
  },
});
