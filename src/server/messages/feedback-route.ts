import { feedbackRequestSchema } from '#shared/api/feedback.ts';
import { makeStorable } from '../database/database.ts';
import { feedback } from '../database/schema.ts';
import type { Routes } from '../guards/routes.ts';
import { composeFeedbackMail } from '../mail/mail-texts.ts';
import { queueMail } from '../mail/outbox.ts';
import { getContactRecipient, type MessageParts } from './message-parts.ts';

/** `POST /api/feedback`: stores feedback and mails it to the operator. */
export function addFeedbackRoute(routes: Routes, { config, queries, queue }: MessageParts): void {
  const schema = { summary: 'Sends a message to the operator', body: feedbackRequestSchema };
  routes.add({
    method: 'POST',
    url: '/api/feedback',
    schema,
    guards: { limit: 'none', signIn: 'none', plan: 'any', quota: { what: 'feedback', isReported: false } },
    async handler(request, reply, { use }) {
      const { rating, email } = request.body;
      const written = { rating, email, message: makeStorable(request.body.message) };
      // Message and mail in one transaction.
      await queries.transaction(async () => {
        await queries.insert(feedback).values(written);
        await queueMail(
          { queries, queue },
          {
            ...composeFeedbackMail(written),
            recipient: getContactRecipient(config),
            uid: null,
            replyTo: email === undefined ? undefined : { name: '', address: email },
          },
        );
      });
      use.spend();
      return reply.code(201).send();
    },
  });
}
