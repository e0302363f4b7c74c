import { maxPasswordCharacters, minPasswordCharacters } from './limits.ts';
import { t } from './messages/message.ts';
import { passwordPolicyMessages } from './messages/password-policy.ts';
/** Requirements of a password, checked by the server and shown by the page when one is refused. */

export const passwordRequirementIds = ['least', 'most', 'uncommon'] as const;

export type PasswordRequirementId = (typeof passwordRequirementIds)[number];

export const passwordRequirements: readonly {
  readonly id: PasswordRequirementId;
  readonly sentence: string;
}[] = [
  { id: 'least', sentence: t(passwordPolicyMessages.least, { limit: minPasswordCharacters }) },
  { id: 'most', sentence: t(passwordPolicyMessages.most, { limit: maxPasswordCharacters }) },
  { id: 'uncommon', sentence: t(passwordPolicyMessages.uncommon) },
];

/** The unmet requirements of a password. `isWeak` is asked only if the length is valid. */
export function checkPassword(
  password: string,
  isWeak: (password: string) => boolean = () => false,
): PasswordRequirementId[] {
  const missing: PasswordRequirementId[] = [];
  // Code points after composition, so that an accented letter is one.
  const characters = [...password.normalize('NFC')].length;
  if (characters < minPasswordCharacters) missing.push('least');
  if (characters > maxPasswordCharacters) missing.push('most');
  if (missing.length === 0 && isWeak(password)) missing.push('uncommon');
  return missing;
}
