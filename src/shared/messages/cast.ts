import { defineMessages } from './message.ts';

/** Who says what in a narration, and who is who in a video, for its audio description. */
export const castMessages = defineMessages('cast', {
  title: 'Cast',
  rolesHint:
    'A line that begins with the name of a role and a colon, such as “Anna: Who is there?”, is spoken with the voice of that role. The name is not spoken.',
  hint: 'An audio description identifies people by their appearance first, then by the names that you confirm here. A name is never used before the video reveals it.',
  find: 'Find people in this video',
  found: { one: '{count} person was found.', other: '{count} people were found.' },
  nobody: 'Nobody else was found in the transcript, the on-screen text or the pictures.',
  addRole: 'Add a role',
  narrator: 'Narrator',
  saysLines: { one: 'Speaks {count} line.', other: 'Speaks {count} lines.' },
  person: 'Role {number}',
  name: 'Name',
  voice: 'Voice of {name}',
  likeNarrator: 'Same as the narrator',
  look: 'Appearance',
  lookHint: 'A few words, such as “a woman in a red coat”.',
  confirm: 'Name and appearance are correct',
  namedAt: 'The video reveals this name at {time}.',
  neverNamed: 'The video never reveals this name.',
  samePerson: 'Same person as',
  nobodyElse: 'Nobody else',
  remove: 'Remove',
  removePerson: 'Remove role {number}',
  // Names before a colon.
  maybeRoles: 'Several lines begin with a name: {names}.',
  makeRoles: 'Make them roles',
  rolesFound: 'New in the cast: {names}. Their names are not spoken.',
  readAloud: 'These names or headings are read aloud: {names}.',
  soundsLeftOut: {
    one: '{count} sound is not spoken: {sounds}.',
    other: '{count} sounds are not spoken: {sounds}.',
  },
  undo: 'Undo',
  // Of a script without times.
  lines: 'Who says what',
  editLine: 'How line {number} is spoken',
});
