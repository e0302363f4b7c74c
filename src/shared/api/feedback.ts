import { z } from 'zod';
import { maxFeedbackCharacters, maxStars } from '../limits.ts';
import { fieldText } from '../messages/field-text.ts';
import { formErrors as errors } from '../messages/form-errors.ts';
import { mailAddressField } from './person-fields.ts';

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
