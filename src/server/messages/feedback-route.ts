import { feedbackRequestSchema } from '#shared/api/feedback.ts';
import { feedback } from '../database/schema.ts';
import type { App } from '../http/app-types.ts';
import { requireVisitorHolder } from '../limits/require-visitor.ts';
import { makeStorable } from '../narrations/blot-out-contacts.ts';
import type { RouteParts } from '../route-parts.ts';

/** `POST /api/feedback`: what people think of the product, kept as they wrote it. */
export function addFeedbackRoute(app: App, { config, dailyLimits, queries }: RouteParts): void {
  const schema = { summary: 'Keeps a message to whoever runs this server', body: feedbackRequestSchema };
  app.post('/api/feedback', { schema }, async (request, reply) => {
    const { rating, message, email } = request.body;
    await using use = await dailyLimits.take('feedback', requireVisitorHolder(request, config));
    await queries.insert(feedback).values({ rating, message: makeStorable(message), email });
    use.spend();
    return reply.code(201).send();
  });
}
