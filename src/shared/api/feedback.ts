import { z } from 'zod';
import { maxFeedbackCharacters } from '../limits.ts';

/** `POST /api/feedback`, JSON. Answers 201 without a body. */
export const feedbackRequestSchema = z.object({
  rating: z
    .int('Please rate from 1 to 5.')
    .min(1, 'Please rate from 1 to 5.')
    .max(5, 'Please rate from 1 to 5.')
    .optional(),
  message: z
    .string({ error: 'Please write a message.' })
    .trim()
    .min(1, 'Please write a message.')
    .max(maxFeedbackCharacters, `Please write at most ${maxFeedbackCharacters} characters.`),
  email: z.email('Please write a valid e-mail address, or none.').max(254).optional(),
});

export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;
