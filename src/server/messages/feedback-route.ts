import { feedbackRequestSchema } from '#shared/api/feedback.ts';
import { makeStorable } from '../database/make-storable.ts';
import { feedback } from '../database/schema.ts';
import type { App } from '../http/app-types.ts';
import { requireVisitorSubject } from '../limits/require-visitor.ts';
import { composeFeedbackMail } from '../mail/mail-texts.ts';
import { queueMail } from '../mail/outbox.ts';
import { getContactRecipient } from './contact-recipient.ts';
import type { MessageParts } from './message-parts.ts';

/** `POST /api/feedback`: what people think of the product, kept as they wrote it and mailed to whoever runs this server. */
export function addFeedbackRoute(app: App, { config, dailyLimits, queries, queue }: MessageParts): void {
  const schema = { summary: 'Keeps a message to whoever runs this server', body: feedbackRequestSchema };
  app.post('/api/feedback', { schema }, async (request, reply) => {
    const { rating, email } = request.body;
    const written = { rating, email, message: makeStorable(request.body.message) };
    await using use = await dailyLimits.take('feedback', requireVisitorSubject(request, config));
    // The message and its mail, together or not at all.
    await queries.transaction(async () => {
      await queries.insert(feedback).values(written);
      await queueMail(
        { queries, queue },
        {
          ...composeFeedbackMail(written),
          recipient: getContactRecipient(config),
          replyTo: email === undefined ? undefined : { name: '', address: email },
        },
      );
    });
    use.spend();
    return reply.code(201).send();
  });
}
