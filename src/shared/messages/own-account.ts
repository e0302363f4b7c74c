import { defineMessages } from './message.ts';

/** The page `/account`. */
export const ownAccountMessages = defineMessages('ownAccount', {
  title: 'Your account',
  signIn: 'Log in to see and manage your account.',
  signedInAs: 'You are signed in as <email>{email}</email>.',

  costs: 'AI costs in {month}',
  costTotal: 'Total: {amount}, paid by the operator of this server.',
  costVision: 'Vision: {amount}',
  costScript: 'Script: {amount}',
  costSpeech: 'Speech: {amount}',
  costTranscription: 'Transcription: {amount}',
  costIncomplete: 'Some prices are unknown, so the real costs may be higher.',

  export: 'Export your data',
  exportContent:
    'Download a JSON file with your account, profile, projects, API tokens, sign-ins, emails and AI use, and your messages to us if your address is confirmed. <privacy>What we store and why</privacy>',
  download: 'Download my data',

  tokens: 'API tokens',
  tokensFor:
    'With a token, your own programs use your account within its plan and daily limits. Send it in the header <code>Authorization: Bearer</code>. <openapi>All calls (OpenAPI)</openapi>',
  tokenRights: 'May {rights}',
  scopes: 'The token may',
  narrate: 'narrate',
  narrateDetail: 'Write, translate and speak narrations, and see your plan and costs.',
  readProjects: 'read your projects',
  writeProjects: 'change your projects',
  tokenCreated: 'Created {date}',
  tokenUsed: 'last used {date}',
  tokenUnused: 'never used',
  tokenCalls: { one: '{count} AI call', other: '{count} AI calls' },
  createToken: 'Create token',
  tokenName: 'Name',
  tokenNameHint: 'Such as the program that will use it.',
  newToken: 'Your new token',
  token: 'Token',
  tokenOnce: 'Copy it now: it is not shown again. Whoever has it can use your account.',
  copyToken: 'Copy token',
  tokenCopied: 'Copied.',
  tokenCopyRefused: 'This browser blocks copying. Select the token and copy it yourself.',
  tokenDone: 'Done',
  revoke: 'Revoke',
  revokeThis: 'Revoke “{name}”',
  revokeQuestion: 'Revoke this token?',
  revokeEffect: 'Programs that use “{name}” lose access at once. This cannot be undone.',

  passwordOfNobody:
    'You sign in without a password here. To set one, log out and <reset>reset your password</reset>.',
  passwordSignsOut: 'A new password signs you out in all other browsers.',
  passwordSet: 'Your new password is set.',
  changePassword: 'Change password',
  currentPassword: 'Current password',

  deleteTitle: 'Delete account',
  deletes: 'Your account, profile, projects, API tokens and sessions are deleted immediately.',
  deletesMessages:
    'Your account, profile, projects, API tokens, sessions and messages to us are deleted immediately.',
  endsPremium: 'Your premium plan ends too. If you pay for it, cancel it first where you bought it.',
  narrationsStay:
    'Stored prompts and scripts are kept until they expire, because nothing links them to you. <privacy>What we store and for how long</privacy>',
  deleteAccount: 'Delete my account',
  deleteQuestion: 'Delete your account?',
  cannotUndo: 'This cannot be undone.',
  cannotUndoPassword: 'This cannot be undone. Enter your password to confirm.',
  deleteForever: 'Delete permanently',
});
