import { defineMessages } from './message.ts';

/** What can go wrong with an answer that arrives in pieces. */
export const answerMessages = defineMessages('answers', {
  unreadable: 'The server’s answer could not be read. Try again.',
  incomplete: 'The server’s answer was incomplete. Try again.',
  connectionLost: 'The connection was lost before the answer was complete. Try again.',
});
