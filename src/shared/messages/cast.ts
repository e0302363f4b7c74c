import { defineMessages } from './message.ts';

/** Who says what in a narration, and who is who in a video, for its audio description. */
export const castMessages = defineMessages('cast', {
  title: 'Roles',
  rolesHint:
    'Begin a line with a role and a colon, such as “Anna: Who is there?”, and it is spoken in the voice of that role. The name is not read aloud.',
  hint: 'An audio description refers to people by their appearance at first, and by the names you confirm here once the video reveals them.',
  find: 'Find people in this video',
  found: { one: '{count} person found.', other: '{count} people found.' },
  nobody: 'Nobody else was found in the transcript, the on-screen text or the pictures.',
  addRole: 'Add a role',
  narrator: 'Narrator',
  saysLines: { one: '{count} line', other: '{count} lines' },
  person: 'Role {number}',
  name: 'Name',
  voice: 'Voice of {name}',
  likeNarrator: 'Same as the narrator',
  look: 'Appearance',
  lookHint: 'For example “a woman in a red coat”',
  confirm: 'Name and appearance are correct',
  namedAt: 'Revealed in the video at {time}',
  neverNamed: 'Never revealed in the video',
  samePerson: 'Same person as',
  nobodyElse: 'No one else',
  remove: 'Remove',
  removePerson: 'Remove role {number}',
  // Names before a colon.
  maybeRoles: 'Several lines begin with a name: {names}.',
  makeRoles: 'Turn them into roles',
  rolesFound: 'New roles: {names}. Their names are not read aloud.',
  readAloud: 'These names or headings are read aloud: {names}.',
  soundsLeftOut: {
    one: '{count} sound is not spoken: {sounds}.',
    other: '{count} sounds are not spoken: {sounds}.',
  },
  undo: 'Undo',
  // Of a script without times.
  lines: 'Who says what',
  editLine: 'Voice and delivery of line {number}',
});
