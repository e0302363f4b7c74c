import { z } from 'zod';
import { maxFeedbackCharacters, mostStars } from '../limits.ts';
import { mailAddressField } from './fields.ts';

const wrongRating = `Please rate from 1 to ${mostStars}.`;
const wrongAddress = 'Please write a valid e-mail address, or none.';

/** `POST /api/feedback`, JSON. Answers 201 without a body. */
export const feedbackRequestSchema = z.object({
  rating: z.int(wrongRating).min(1, wrongRating).max(mostStars, wrongRating).optional(),
  message: z
    .string({ error: 'Please write a message.' })
    .trim()
    .min(1, 'Please write a message.')
    .max(maxFeedbackCharacters, `Please write at most ${maxFeedbackCharacters} characters.`),
  email: mailAddressField(wrongAddress, wrongAddress).optional(),
});

export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;
