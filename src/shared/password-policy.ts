import { t } from './messages/message.ts';
import { passwordPolicyMessages } from './messages/password-policy.ts';
/** What a password must be, checked by the server and shown by the page when one is refused. */
export const leastPasswordCharacters = 8;
/** A pass phrase fits easily; more would only make hashing slow. */
export const mostPasswordCharacters = 128;

export const passwordRequirementIds = ['least', 'most', 'uncommon'] as const;

export type PasswordRequirementId = (typeof passwordRequirementIds)[number];

export interface PasswordRequirement {
  readonly id: PasswordRequirementId;
  /** For the person who chooses a password. */
  readonly sentence: string;
}

export const passwordRequirements: readonly PasswordRequirement[] = [
  { id: 'least', sentence: t(passwordPolicyMessages.least, { limit: leastPasswordCharacters }) },
  { id: 'most', sentence: t(passwordPolicyMessages.most, { limit: mostPasswordCharacters }) },
  { id: 'uncommon', sentence: t(passwordPolicyMessages.uncommon) },
];

/**
 * The requirements that a password does not meet.
 * @param isWeak whether the password is easy to guess; asked when the length is right
 */
export function checkPassword(
  password: string,
  isWeak: (password: string) => boolean = () => false,
): PasswordRequirementId[] {
  const missing: PasswordRequirementId[] = [];
  // Counted as people see them: an emoji or an accented letter is one.
  const characters = [...password.normalize('NFC')].length;
  if (characters < leastPasswordCharacters) missing.push('least');
  if (characters > mostPasswordCharacters) missing.push('most');
  if (missing.length === 0 && isWeak(password)) missing.push('uncommon');
  return missing;
}
