import { defineMessages } from './message.ts';

/** Who is who in a video, for its audio description. */
export const castMessages = defineMessages('cast', {
  rolesFound: 'Its roles are in the cast: {names}.',
  title: 'People',
  hint: 'An audio description identifies people by their appearance first, then by the names that you confirm here. A name is never used before the video reveals it.',
  find: 'Find people in this video',
  found: { one: '{count} person was found.', other: '{count} people were found.' },
  nobody: 'Nobody else was found in the transcript, the on-screen text or the pictures.',
  add: 'Add a person',
  person: 'Person {number}',
  name: 'Name',
  look: 'Appearance',
  lookHint: 'A few words, such as “a woman in a red coat”.',
  confirm: 'Name and appearance are correct',
  namedAt: 'The video reveals this name at {time}.',
  neverNamed: 'The video never reveals this name.',
  samePerson: 'Same person as',
  nobodyElse: 'Nobody else',
  remove: 'Remove',
  removePerson: 'Remove person {number}',
});
