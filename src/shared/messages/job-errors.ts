import { defineMessages } from './message.ts';

/** What the server says of queued jobs and their webhooks. */
export const jobErrors = defineMessages('jobErrors', {
  noLanguages: 'Choose at least one language.',
  tooManyLanguages: 'Choose at most {limit} languages.',
  tooManyJobs: 'You already have {limit} unfinished jobs. Wait for one to end, or cancel one.',
  tooManyJobsToday: 'An account can queue at most {limit} jobs a day. Try again later.',
  noSuchJob: 'There is no such job. Finished jobs are deleted after a day.',
  noSuchNarration: 'The project has no such narration.',
  badWebhook: 'The webhook must be a valid address without user name and password.',
  webhookNotHttps: 'The webhook must begin with https://.',
  webhookNotPublic: 'The webhook must be a public address.',
});
