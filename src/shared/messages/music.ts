import { defineMessages } from './message.ts';

/** Music under a narration. Fetched with the export dialog. */
export const musicMessages = defineMessages('music', {
  music: 'Music',
  choose: 'Choose music…',
  licence: 'Use only music that you have a licence for. The file stays in this browser.',
  reading: 'Reading the music…',
  remove: 'Remove music',
  missing: 'The music file {name} is not on this device. Without it, exports have no music.',
  chooseAgain: 'Choose the file again…',
  level: 'Music level, compared with the voice',
  from: 'Music from',
  to: 'Music until',
  fromStart: 'the start',
  toEnd: 'the end',
  tooLarge: 'This file is larger than {limit} MB.',
});
