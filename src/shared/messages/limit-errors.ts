import { defineMessages } from './message.ts';

/** What the server says to who reached a limit. */
export const limitErrors = defineMessages('limitErrors', {
  uploadsAtOnce: {
    one: 'Only {count} upload can run at a time. Wait for it to finish.',
    other: 'Only {count} uploads can run at a time. Wait for one to finish.',
  },
  speechesAtOnce: {
    one: 'Only {count} script can be spoken at a time. Wait for it to finish.',
    other: 'Only {count} scripts can be spoken at a time. Wait for one to finish.',
  },
  projectsAtOnce: {
    one: 'Only {count} project can be loaded or saved at a time. Try again in a few seconds.',
    other: 'Only {count} projects can be loaded or saved at a time. Try again in a few seconds.',
  },
  callsAtOnce: {
    one: 'Only {count} call of this kind can run at a time. Wait for it to finish.',
    other: 'Only {count} calls of this kind can run at a time. Wait for one to finish.',
  },
  signaturesAtOnce: {
    one: 'Only {count} file can be signed at a time. Wait for it to finish.',
    other: 'Only {count} files can be signed at a time. Wait for one to finish.',
  },
  narration: {
    one: 'You have reached the daily limit of {count} narration. Try again tomorrow.',
    other: 'You have reached the daily limit of {count} narrations. Try again tomorrow.',
  },
  script: {
    one: 'You have reached the daily limit of {count} script. Try again tomorrow.',
    other: 'You have reached the daily limit of {count} scripts. Try again tomorrow.',
  },
  rewrite: {
    one: 'You have reached the daily limit of {count} rewritten script. Try again tomorrow.',
    other: 'You have reached the daily limit of {count} rewritten scripts. Try again tomorrow.',
  },
  speech: {
    one: 'You have reached the daily limit of {count} spoken script. Try again tomorrow.',
    other: 'You have reached the daily limit of {count} spoken scripts. Try again tomorrow.',
  },
  line: {
    one: 'You have reached the daily limit of {count} spoken line. Try again tomorrow.',
    other: 'You have reached the daily limit of {count} spoken lines. Try again tomorrow.',
  },
  transcription: {
    one: 'You have reached the daily limit of transcribed speech. Try again tomorrow.',
    other: 'You have reached the daily limit of transcribed speech. Try again tomorrow.',
  },
  feedback: {
    one: 'You have reached the daily limit of {count} message. Try again tomorrow.',
    other: 'You have reached the daily limit of {count} messages. Try again tomorrow.',
  },
  stillCounts: 'This attempt counts toward your daily limit: {provider} may charge for it.',
  unconfirmed:
    'You have reached the daily limit. Accounts on one network share it until they confirm their email address. Confirm yours to get your own limit, or try again tomorrow.',
  attempts: 'Too many attempts. Try again in {wait}.',
  attemptsWithLink:
    'Too many attempts. Try again in {wait}. If this address has an account, we sent it a link that lets you in right away.',
  contactMessages: {
    one: 'You can send {count} message in {period} from one network. Try again in {wait}.',
    other: 'You can send {count} messages in {period} from one network. Try again in {wait}.',
  },
  decoding: 'Your recent videos took a lot of processing time. Try again in {wait}.',
  voiceSamples:
    'You have played many new voice samples. Try again in {wait}. Samples that you have already played still work.',
  visitorVoiceSamples:
    'Visitors have played many new voice samples. Sign in, or try again in {wait}. Samples that were played before still work.',
});
