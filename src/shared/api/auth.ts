import { z } from 'zod';
import { mostPasswordCharacters } from '../password-policy.ts';
import { personNameField } from './fields.ts';

/**
 * The bodies of better-auth's calls as this product takes them: anything else in them is left out unread. Each message
 * is a sentence for the person who filled it in.
 */

export const mostNameCharacters = 200;
const mostAddressCharacters = 254;

const emailField = z
  .string({ error: 'Please enter an e-mail address.' })
  .trim()
  .max(mostAddressCharacters, 'This is not an e-mail address.')
  .pipe(z.email('Please enter a valid e-mail address.'))
  .transform(email => email.toLowerCase());

/**
 * Longer ones are refused by the password policy, with its reason. This bound only keeps hashing cheap: before it a
 * password is brought into one form, which takes time by the square of the marks that stand on a letter.
 */
const passwordField = z
  .string({ error: 'Please enter a password.' })
  .min(1, 'Please enter a password.')
  .max(mostPasswordCharacters * 10, 'This password is far too long.');

const tokenField = z
  .string({ error: 'This link is not complete.' })
  .min(1, 'This link is not complete.')
  .max(200, 'This link does not work.');

/** `POST /api/auth/sign-up/email`. The name may be empty. */
export const signUpSchema = z.object({
  name: personNameField({
    most: mostNameCharacters,
    missing: 'Please enter name',
    tooLong: `Please enter a name of at most ${mostNameCharacters} characters.`,
  }),
  email: emailField,
  password: passwordField,
});

/** `POST /api/auth/sign-in/email` */
export const signInSchema = z.object({ email: emailField, password: passwordField });

/** `POST /api/auth/request-password-reset`. Answers the same whether or not the address is known. */
export const resetRequestSchema = z.object({
  email: emailField,
  /** Taken for the sake of better-auth's client; the link always leads to `/reset`. */
  redirectTo: z.string().max(2000, 'This address is too long.').optional(),
});

/** `POST /api/auth/sign-in/link`, with the token of the link in the mail. */
export const signInLinkSchema = z.object({ token: tokenField });

/** `POST /api/auth/check-reset-link`: whether a link for a new password still works. The link is not used up. */
export const resetLinkSchema = z.object({ token: tokenField });
export const resetLinkAnswerSchema = z.object({ works: z.boolean() });

/** `POST /api/auth/change-password`, for whoever is signed in and knows the password so far. */
export const changedPasswordSchema = z.object({
  currentPassword: passwordField,
  newPassword: passwordField,
});

/** `POST /api/auth/reset-password`, with the token of the link in the mail. */
export const newPasswordSchema = z.object({
  newPassword: passwordField,
  token: tokenField,
});
