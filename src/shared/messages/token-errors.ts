import { defineMessages } from './message.ts';

/** What the server says about API tokens. */
export const tokenErrors = defineMessages('tokenErrors', {
  invalid: 'This API token is not valid. It may be mistyped or revoked.',
  needsSession: 'An API token cannot do this. Sign in on the website.',
  lacksScope: 'This API token lacks the right “{scope}”. Create one that has it on your account page.',
  revoked: 'This API token was revoked.',
  noName: 'Give the token a name.',
  nameTooLong: 'The name can have at most {limit} characters.',
  nameWithBreak: 'The name must be on one line.',
  noScope: 'Choose what the token may do.',
  noSuchScope: 'There is no such right.',
  noSuchToken: 'There is no such token. It may be revoked already.',
  tooMany: 'An account can have {limit} tokens. Revoke one that you no longer need.',
});
