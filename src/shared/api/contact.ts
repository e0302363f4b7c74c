import { z } from 'zod';
import {
  maxContactCharacters,
  maxContactNameCharacters,
  maxFeedbackCharacters,
  maxStars,
} from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { formErrors as errors } from '../messages/form-errors.ts';
import { hasLineBreak } from '../person-name.ts';
import { mailAddressField, personNameField } from './person-fields.ts';

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

function idField(missing: string) {
  return z.string({ error: missing }).min(1, missing);
}

export const contactFieldsSchema = z.object({
  from_name: personNameField(
    maxContactNameCharacters,
    fieldText(errors.noName),
    fieldText(errors.nameTooLong, { limit: maxContactNameCharacters }),
  )
    .refine(name => name !== '', fieldText(errors.noName))
    // It becomes part of a mail header, where a line break would start another.
    .refine(name => !hasLineBreak(name), fieldText(errors.nameWithBreak)),
  guest_email: mailAddressField(fieldText(errors.noAddress), fieldText(errors.badAddress)),
  message: z
    .string({ error: fieldText(errors.noMessage) })
    // Browsers send line breaks as CRLF.
    .transform(message => message.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, fieldText(errors.noMessage))
        .max(maxContactCharacters, fieldText(errors.messageTooLong, { limit: maxContactCharacters })),
    ),
});

export type ContactFields = z.infer<typeof contactFieldsSchema>;

const wrongRating = fieldText(errors.badRating, { most: maxStars });
const wrongAddress = fieldText(errors.badOptionalAddress);

/** `POST /api/feedback`, JSON. Answers 201 without a body. */
export const feedbackRequestSchema = z.object({
  rating: z.int(wrongRating).min(1, wrongRating).max(maxStars, wrongRating).optional(),
  message: z
    .string({ error: fieldText(errors.noMessage) })
    .trim()
    .min(1, fieldText(errors.noMessage))
    .max(maxFeedbackCharacters, fieldText(errors.messageTooLong, { limit: maxFeedbackCharacters })),
  email: mailAddressField(wrongAddress, wrongAddress).optional(),
});

export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;
