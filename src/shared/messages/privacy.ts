import { defineMessages } from './message.ts';

/** The page `/privacy`. What the server says of itself comes with its answer. */
export const privacyMessages = defineMessages('privacy', {
  intro:
    '<strong>Your video is never stored.</strong> This page shows what this server stores, for how long, and who receives it. It is generated from the server’s settings.',

  summary: 'What we store',
  what: 'What',
  why: 'Why',
  howLong: 'How long',
  recipients: 'Who receives it',
  nobody: 'Nobody else',
  days: { one: '{count} day', other: '{count} days' },

  video: 'Your video and its frames',
  videoWhy: 'To write the narration',
  videoKept: 'Deleted after processing',
  narration: 'Your prompt and script, not linked to you; email addresses and phone numbers redacted',
  narrationWhy: 'To write and speak the narration, and to improve Benshi',
  messages: 'Your messages and feedback',
  messagesWhy: 'To reply and to improve Benshi',
  account: 'Your account: name, email address, password hash, sign-ins, AI use',
  accountWhy: 'To sign you in and to show what your narrations cost',
  accountKept: 'Until you delete your account',
  plan: 'Your premium plan: email address, payment status',
  planWhy: 'To activate the plan',
  limits: 'Hashes of your network and email address',
  limitsWhy: 'To enforce daily limits and stop abuse',
  limitsKept: 'At most two days',
  browser: 'Narrations and settings in your browser',
  browserWhy: 'To keep your work',
  browserKept: 'Until you delete them',
  errors: 'Errors in the page, with the prompt and script of the narration',
  errorsWhy: 'To fix errors',
  errorsKept: 'As set there',

  manage: '<account>Your account</account> lets you download and delete your data.',
  questions: 'Questions? <contact>Contact us</contact>',

  fullList: 'Full list of stored data',
  whoReceives: 'Who receives data',
  noRecipients: 'Nobody. This server does everything itself.',
  visitors: 'When you visit',
  writing: 'When you write to us',
  accounts: 'When you have an account',
  operation: 'To run the server',
  files: 'Files beside the database',
  inBrowser: 'In your browser',
  place: 'Where it is stored',
  sweep: 'Expired data is deleted once a day.',
  kept: 'Kept: {time}',
});
