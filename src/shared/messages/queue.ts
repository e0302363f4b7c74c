import { defineMessages } from './message.ts';

/** Several videos, narrated one after the other. Fetched once they are dropped. */
export const queueMessages = defineMessages('queue', {
  title: 'Video queue',
  reason:
    'The videos are narrated one after the other while this page is open. Each becomes one of “Your narrations”.',
  open: 'Open queue',
  none: 'Drop videos here, or add them.',
  add: 'Add videos',
  elsewhere: 'The queue is open in another tab. Close it there to continue here.',

  start: 'Start',
  pause: 'Pause',
  resume: 'Continue',
  retry: 'Retry failed',
  stepEnds: 'Pausing after this step…',
  waitsForPage: 'Waiting for the open narration to finish.',
  waitsForConnection: 'You are offline. The queue continues when you are online again.',
  limitsUntil: 'Daily limits reset at {time}.',

  progress: { one: '{done} of {count} video done.', other: '{done} of {count} videos done.' },
  failures: { one: '{count} failed.', other: '{count} failed.' },
  titleOf: '{done} of {count} · Queue',

  settings: 'Settings for all videos',
  ownSettings: 'Custom settings',
  ownSettingsOf: 'Custom settings for {name}',
  useCommon: 'Use the settings for all videos',
  sound: 'Also generate the audio',
  promptMissing: '{name} needs a prompt.',
  voiceMissing: '{name} needs a voice.',

  videos: 'Videos',
  waiting: 'Waiting',
  looking: 'Looking at the video…',
  writing: 'Writing…',
  speaking: 'Generating the audio…',
  done: 'Done',
  failed: 'Failed',
  needsFile: 'This browser could not keep a copy of this video.',
  choose: 'Choose {name} again',
  allow: 'Allow access to {name}',
  openResult: 'Open',
  openOne: 'Open {name}',
  whileWorking: 'A narration is being generated. You can open results when it is ready.',
  remove: 'Remove',
  removeOne: 'Remove {name}',
});
