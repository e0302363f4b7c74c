import {
  type ContactFields,
  contactFieldsSchema,
  feedbackRequestSchema,
  honeypotField,
  sendFormIdsSchema,
} from '#shared/api/contact.ts';
import { describeDuration, describeWait } from '#shared/describe-values.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { formErrors } from '#shared/messages/form-errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { Config } from '../config/config.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { contactMessages, feedback } from '../database/schema.ts';
import { type Limit, openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { describeForm, parseFields } from '../http/validate-fields.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RecentTries, TryLimit } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { composeContactMail, composeFeedbackMail, queueMail } from '../mail/mails.ts';
import { refuseEarly } from '../uploads/upload-limits.ts';
import type { FormShape, Uploads } from '../uploads/uploads.ts';

export interface MessageParts {
  readonly config: Config;
  readonly queries: Queries;
  readonly recentTries: RecentTries;
  readonly queue: JobQueue;
  readonly uploads: Uploads;
}

export function getContactRecipient({ contactTo, mailFrom }: Pick<Config, 'contactTo' | 'mailFrom'>): string {
  return contactTo ?? mailFrom.address;
}

const shape: FormShape = {
  texts: {
    from_name: 1,
    guest_email: 1,
    message: 1,
    [honeypotField]: 1,
    lib_version: 1,
    service_id: 1,
    template_id: 1,
    user_id: 1,
  },
  files: {},
};

export const messagesPerAddress: TryLimit = { most: 5, windowSeconds: 3600 };

/**
 * `POST /api/v1.0/email/send-form`: the contact form, in the format of EmailJS's official SDK. The
 * SDK shows answers unchanged, so all of them are plain text.
 */
export function addSendFormRoute(routes: Routes, parts: MessageParts): void {
  const { config, recentTries, uploads } = parts;
  const about = describeForm(
    'Takes the contact form, as `sendForm` of @emailjs/browser sends it',
    { ...sendFormIdsSchema.shape, ...contactFieldsSchema.shape },
    {},
  );

  routes.add({
    method: 'POST',
    url: '/api/v1.0/email/send-form',
    ...about,
    schema: { ...about.schema, produces: ['text/plain'] },
    config: { isAnsweredInText: true },
    guards: { ...openToAll, limit: limitMessages(recentTries), atOnce: 'message' },
    async handler(request, reply) {
      await using form = await uploads.receive(request, shape);
      requireIds(config, form.texts);
      // Bots that fill the hidden field get a success answer.
      if (!form.texts[honeypotField]) await keepMessage(parts, parseFields(contactFieldsSchema, form.texts));
      return reply.type('text/plain; charset=utf-8').send('OK');
    },
  });
}

/** Limits messages by network address; refused ones do not count. */
function limitMessages(recentTries: RecentTries): Limit {
  return async (request, rest) => {
    refuseEarly(request, 0);
    const key = ['contact', requireVisitor(request)];
    const standing = await recentTries.take(key, messagesPerAddress);
    if (!standing.isAllowed) throw refuseMore(standing.retryAfterSeconds);
    try {
      return await rest();
    } catch (error) {
      await recentTries.refund(key);
      throw error;
    }
  };
}

async function keepMessage(
  { config, queries, queue }: MessageParts,
  { from_name, guest_email, message }: ContactFields,
): Promise<void> {
  const written = { name: makeStorable(from_name), email: guest_email, message: makeStorable(message) };
  await queries.transaction(async () => {
    await queries
      .insert(contactMessages)
      .values({ fromName: written.name, guestEmail: written.email, message: written.message });
    const replyTo = { name: written.name, address: written.email };
    const recipient = getContactRecipient(config);
    await queueMail({ queries, queue }, { ...composeContactMail(written), recipient, uid: null, replyTo });
  });
}

/** @throws CodedError `bad_request` naming the missing or wrong ID */
function requireIds({ emailJs }: Config, texts: unknown): void {
  const given = parseFields(sendFormIdsSchema, texts);
  const wrong = [
    { message: formErrors.unknownUserId, isRight: given.user_id === emailJs.userId },
    { message: formErrors.unknownServiceId, isRight: given.service_id === emailJs.serviceId },
    { message: formErrors.unknownTemplateId, isRight: given.template_id === emailJs.templateId },
  ].find(({ isRight }) => !isRight);
  if (wrong) throw refuse('bad_request', wrong.message);
}

function refuseMore(retryAfterSeconds: number): CodedError {
  const { most, windowSeconds } = messagesPerAddress;
  const message = fill(limitErrors.contactMessages, {
    count: most,
    period: describeDuration(windowSeconds),
    wait: describeWait(retryAfterSeconds),
  });
  return new CodedError('rate_limited', { message, retryAfterSeconds });
}

/** `POST /api/feedback`: stores feedback and mails it to the operator. */
export function addFeedbackRoute(routes: Routes, { config, queries, queue }: MessageParts): void {
  const schema = { summary: 'Sends a message to the operator', body: feedbackRequestSchema };
  routes.add({
    method: 'POST',
    url: '/api/feedback',
    config: { statuses: [201] },
    schema,
    guards: { ...openToAll, quota: { what: 'feedback', isReported: false }, atOnce: 'message' },
    async handler(request, _reply, { use }) {
      const { rating, email } = request.body;
      const written = { rating, email, message: makeStorable(request.body.message) };
      // Message and mail in one transaction.
      await queries.transaction(async () => {
        await queries.insert(feedback).values(written);
        const replyTo = email === undefined ? undefined : { name: '', address: email };
        const recipient = getContactRecipient(config);
        await queueMail(
          { queries, queue },
          { ...composeFeedbackMail(written), recipient, uid: null, replyTo },
        );
      });
      use.spend();
    },
  });
}
