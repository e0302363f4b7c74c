import { defineMessages } from './message.ts';

/** Music under a narration. Fetched with the script. */
export const musicMessages = defineMessages('music', {
  music: 'Music',
  choose: 'Choose music…',
  licence: 'Only use music you have the rights to. The file stays in this browser.',
  reading: 'Loading the music…',
  remove: 'Remove music',
  missing: 'The music file {name} is not on this device. Exports have no music until you choose it again.',
  chooseAgain: 'Choose the file…',
  level: 'Music level, relative to the voice',
  from: 'Starts at',
  to: 'Ends at',
  fromStart: 'the beginning',
  toEnd: 'the end',
  tooLarge: 'This file is larger than {limit} MB.',
});
