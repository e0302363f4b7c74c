import { defineMessages } from './message.ts';

/** The feedback form once it is open. */
export const feedbackMessages = defineMessages('feedback', {
  rating: 'Rating',
  stars: { one: '{count} star', other: '{count} stars' },
  message: 'Message',
  email: 'Email (optional)',
  emailPurpose: 'Only if you want a reply.',
  send: 'Send feedback',
  sent: 'Thank you for your feedback.',
});
