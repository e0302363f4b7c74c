import { z } from 'zod';
import { maxNameCharacters, maxPasswordCharacters } from '../limits.ts';
import { accountErrors as errors } from '../messages/account-errors.ts';
import { accountMessages } from '../messages/accounts.ts';
import { fieldText } from '../messages/field-text.ts';
import { formErrors } from '../messages/form-errors.ts';
import { personNameField } from './person-fields.ts';

/**
 * The bodies of better-auth's calls as this product accepts them; other fields are ignored. Messages are for the person
 * who filled in the form.
 */

const maxAddressCharacters = 254;

const emailField = z
  .string({ error: fieldText(errors.noAddress) })
  .trim()
  .max(maxAddressCharacters, fieldText(formErrors.badAddress))
  .pipe(z.email(fieldText(formErrors.badAddress)))
  .transform(email => email.toLowerCase());

/**
 * The password policy has the real limit. This one keeps hashing cheap: Unicode normalization of a password is quadratic in the number of
 * marks on one letter.
 */
const passwordField = z
  .string({ error: fieldText(errors.noPassword) })
  .min(1, fieldText(errors.noPassword))
  .max(maxPasswordCharacters * 10, fieldText(errors.passwordFarTooLong));

const tokenField = z
  .string({ error: fieldText(errors.incompleteLink) })
  .min(1, fieldText(errors.incompleteLink))
  .max(200, fieldText(errors.badLink));

/** `POST /api/auth/sign-up/email`. The name may be empty. */
export const signUpSchema = z.object({
  name: personNameField(
    maxNameCharacters,
    fieldText(accountMessages.enterName),
    fieldText(formErrors.nameTooLong, { limit: maxNameCharacters }),
  ),
  email: emailField,
  password: passwordField,
  /** Of the link of an invitation. */
  invitation: tokenField.optional(),
});

/** `POST /api/auth/sign-in/email` */
export const signInSchema = z.object({ email: emailField, password: passwordField });

/** `POST /api/auth/request-password-reset`. Answers the same whether or not the address is known. */
export const resetRequestSchema = z.object({
  email: emailField,
  /** Accepted for better-auth's client but ignored; the link always leads to `/reset`. */
  redirectTo: z.string().max(2000, fieldText(errors.pageAddressTooLong)).optional(),
});

/** `POST /api/auth/sign-in/link`, with the token of the link in the mail. */
export const signInLinkSchema = z.object({ token: tokenField });

/** `POST /api/auth/check-reset-link`: whether a reset link is still valid. Does not use it up. */
export const resetLinkSchema = z.object({ token: tokenField });
export const resetLinkAnswerSchema = z.object({ works: z.boolean() });

/** `POST /api/auth/change-password`, for a signed-in user who knows the current password. */
export const changedPasswordSchema = z.object({ currentPassword: passwordField, newPassword: passwordField });

/** `POST /api/auth/reset-password`, with the token of the link in the mail. */
export const newPasswordSchema = z.object({ newPassword: passwordField, token: tokenField });
