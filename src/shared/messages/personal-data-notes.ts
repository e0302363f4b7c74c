import { defineMessages } from './message.ts';

/** What the export of an account says of data that is not in it. */
export const personalDataNotes = defineMessages('personalDataNotes', {
  secrets:
    'Your password is stored as a hash, and your sessions, links and known browsers with their secrets. These could open your account, so this file shows that they exist, but not their values.',
  mails: 'The content of emails is deleted once they are sent. That they were sent is stored for a few days.',
  counts:
    'Counts of recent use and attempts are stored under hashes that only this server can make, and are deleted after a while. They do not contain your name and are not included here.',
  narrations:
    'Prompts and scripts are stored without a link to the person who made them, so it is not known which are yours.',
  foundByAddress:
    'Contact messages, feedback and a premium plan were found by your confirmed address {email}.',
  notFoundByAddress:
    'Your address {email} is not confirmed. Data that can only be found by an address (contact messages, feedback, a premium plan) may belong to someone else and is not included here.',
});
