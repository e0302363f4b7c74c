import { z } from 'zod';
import { accountErrors as errors } from '../messages/account-errors.ts';
import { accountMessages } from '../messages/accounts.ts';
import { fieldText } from '../messages/field-text.ts';
import { formErrors } from '../messages/form-errors.ts';
import { mostPasswordCharacters } from '../password-policy.ts';
import { personNameField } from './person-fields.ts';

/**
 * The bodies of better-auth's calls as this product takes them; other fields are ignored. Each message is for the person
 * who filled it in.
 */

export const mostNameCharacters = 200;
const mostAddressCharacters = 254;

const emailField = z
  .string({ error: fieldText(errors.noAddress) })
  .trim()
  .max(mostAddressCharacters, fieldText(formErrors.badAddress))
  .pipe(z.email(fieldText(formErrors.badAddress)))
  .transform(email => email.toLowerCase());

/**
 * Longer ones are refused by the password policy, with its reason. This bound only keeps hashing cheap: before it a
 * password is brought into one form, which takes time by the square of the marks that stand on a letter.
 */
const passwordField = z
  .string({ error: fieldText(errors.noPassword) })
  .min(1, fieldText(errors.noPassword))
  .max(mostPasswordCharacters * 10, fieldText(errors.passwordFarTooLong));

const tokenField = z
  .string({ error: fieldText(errors.incompleteLink) })
  .min(1, fieldText(errors.incompleteLink))
  .max(200, fieldText(errors.badLink));

/** `POST /api/auth/sign-up/email`. The name may be empty. */
export const signUpSchema = z.object({
  name: personNameField({
    most: mostNameCharacters,
    missing: fieldText(accountMessages.enterName),
    tooLong: fieldText(formErrors.nameTooLong, { limit: mostNameCharacters }),
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
  redirectTo: z.string().max(2000, fieldText(errors.pageAddressTooLong)).optional(),
});

/** `POST /api/auth/sign-in/link`, with the token of the link in the mail. */
export const signInLinkSchema = z.object({ token: tokenField });

/** `POST /api/auth/check-reset-link`: whether a link for a new password still works. The link is not used up. */
export const resetLinkSchema = z.object({ token: tokenField });
export const resetLinkAnswerSchema = z.object({ works: z.boolean() });

/** `POST /api/auth/change-password`, for the signed-in user and knows the password so far. */
export const changedPasswordSchema = z.object({
  currentPassword: passwordField,
  newPassword: passwordField,
});

/** `POST /api/auth/reset-password`, with the token of the link in the mail. */
export const newPasswordSchema = z.object({
  newPassword: passwordField,
  token: tokenField,
});
