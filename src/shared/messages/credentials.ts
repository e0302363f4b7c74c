import { defineMessages } from './message.ts';

/** Whether files are signed. */
export const credentialMessages = defineMessages('credentials', {
  signed: 'It is signed with Content Credentials.',
  unsigned: 'It is not signed with Content Credentials: {reason}',
  notPossible: 'WebM and Matroska files do not support Content Credentials.',
  failed: 'The file could not be signed. Try exporting it again later.',
  notSetUp: 'This server does not sign files.',
});
