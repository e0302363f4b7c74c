import { z } from 'zod';
import {
  maxContactCharacters,
  maxContactNameCharacters,
  maxFeedbackCharacters,
  maxStars,
} from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { formErrors as errors } from '../messages/form-errors.ts';
import { mailAddressField, neededNameField, textField } from './person-fields.ts';

/** `POST /api/v1.0/email/send-form`, multipart, as sent by `sendForm` of `@emailjs/browser`. Answers the text `OK`. */

/** A hidden field that people leave empty and bots fill in. Browsers must not autofill this name, as the message would be lost. */
export const honeypotField = 'topic';

/** Fields added by the SDK. The server's settings have the valid IDs. */
export const sendFormIdsSchema = z.object({
  user_id: idField(fieldText(errors.noUserId)),
  service_id: idField(fieldText(errors.noServiceId)),
  template_id: idField(fieldText(errors.noTemplateId)),
  lib_version: z.string().max(40, fieldText(errors.versionTooLong)).optional(),
});

function messageField(limit: number) {
  return textField(limit, fieldText(errors.noMessage), fieldText(errors.messageTooLong, { limit }));
}

function idField(missing: string) {
  return z.string({ error: missing }).min(1, missing);
}

export const contactFieldsSchema = z.object({
  from_name: neededNameField(maxContactNameCharacters, errors),
  guest_email: mailAddressField(fieldText(errors.noAddress), fieldText(errors.badAddress)),
  message: z
    .string({ error: fieldText(errors.noMessage) })
    // Browsers send line breaks as CRLF.
    .transform(message => message.replaceAll('\r\n', '\n'))
    .pipe(messageField(maxContactCharacters)),
});

export type ContactFields = z.infer<typeof contactFieldsSchema>;

const wrongRating = fieldText(errors.badRating, { most: maxStars });
const wrongAddress = fieldText(errors.badOptionalAddress);

/** `POST /api/feedback`, JSON. Answers 201 without a body. */
export const feedbackRequestSchema = z.object({
  rating: z.int(wrongRating).min(1, wrongRating).max(maxStars, wrongRating).optional(),
  message: messageField(maxFeedbackCharacters),
  email: mailAddressField(wrongAddress, wrongAddress).optional(),
});

export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;
