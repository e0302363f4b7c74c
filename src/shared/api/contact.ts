import { z } from 'zod';
import { maxContactCharacters, maxContactNameCharacters } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { formErrors as errors } from '../messages/form-errors.ts';
import { hasLineBreak } from '../person-name.ts';
import { mailAddressField, personNameField } from './person-fields.ts';

/** `POST /api/v1.0/email/send-form`, multipart, as `sendForm` of `@emailjs/browser` makes it. Answers the text `OK`. */

/**
 * A field that people do not see and leave empty. Robots fill in whatever there is. No browser has anything to fill in
 * by itself under this name: somebody's message would be lost.
 */
export const honeypotField = 'topic';

/** What the SDK adds to the form. Which IDs are right is for the server's settings to say. */
export const sendFormIdsSchema = z.object({
  user_id: idField(fieldText(errors.noUserId)),
  service_id: idField(fieldText(errors.noServiceId)),
  template_id: idField(fieldText(errors.noTemplateId)),
  lib_version: z.string().max(40, fieldText(errors.versionTooLong)).optional(),
});

function idField(missing: string) {
  return z.string({ error: missing }).min(1, missing);
}

/** The fields of the form itself. */
export const contactFieldsSchema = z.object({
  from_name: personNameField({
    most: maxContactNameCharacters,
    missing: fieldText(errors.noName),
    tooLong: fieldText(errors.nameTooLong, { limit: maxContactNameCharacters }),
  })
    .refine(name => name !== '', fieldText(errors.noName))
    // It becomes a part of a mail's head, where a line break would begin something new.
    .refine(name => !hasLineBreak(name), fieldText(errors.nameWithBreak)),
  guest_email: mailAddressField(fieldText(errors.noAddress), fieldText(errors.badAddress)),
  message: z
    .string({ error: fieldText(errors.noMessage) })
    // Browsers send line breaks as two characters.
    .transform(message => message.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, fieldText(errors.noMessage))
        .max(maxContactCharacters, fieldText(errors.messageTooLong, { limit: maxContactCharacters })),
    ),
});

export type ContactFields = z.infer<typeof contactFieldsSchema>;
