import { z } from 'zod';
import { maxContactCharacters, maxContactNameCharacters } from '../limits.ts';
import { hasLineBreak } from '../person-name.ts';
import { mailAddressField, personNameField } from './fields.ts';

/** `POST /api/v1.0/email/send-form`, multipart, as `sendForm` of `@emailjs/browser` makes it. Answers the text `OK`. */

/**
 * A field that people do not see and leave empty. Robots fill in whatever there is. No browser has anything to fill in
 * by itself under this name: somebody's message would be lost.
 */
export const honeypotField = 'topic';

/** What the SDK adds to the form. Which IDs are right is for the server's settings to say. */
export const sendFormIdsSchema = z.object({
  user_id: idField('user ID'),
  service_id: idField('service ID'),
  template_id: idField('template ID'),
  lib_version: z.string().max(40, 'The lib_version is too long.').optional(),
});

function idField(name: string) {
  const sentence = `The ${name} is required.`;
  return z.string({ error: sentence }).min(1, sentence);
}

/** The fields of the form itself. */
export const contactFieldsSchema = z.object({
  from_name: personNameField({
    most: maxContactNameCharacters,
    missing: 'Please write your name.',
    tooLong: `Please write your name in at most ${maxContactNameCharacters} characters.`,
  })
    .refine(name => name !== '', 'Please write your name.')
    // It becomes a part of a mail's head, where a line break would begin something new.
    .refine(name => !hasLineBreak(name), 'Please write your name in one line.'),
  guest_email: mailAddressField('Please write your e-mail address.', 'Please write a valid e-mail address.'),
  message: z
    .string({ error: 'Please write a message.' })
    // Browsers send line breaks as two characters.
    .transform(message => message.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Please write a message.')
        .max(maxContactCharacters, `Please write at most ${maxContactCharacters} characters.`),
    ),
});

export type ContactFields = z.infer<typeof contactFieldsSchema>;
