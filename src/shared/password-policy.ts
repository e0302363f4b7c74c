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
  { id: 'least', sentence: `At least ${leastPasswordCharacters} characters.` },
  { id: 'most', sentence: `At most ${mostPasswordCharacters} characters.` },
  {
    id: 'uncommon',
    sentence:
      'Hard to guess: not one that everybody tries first, no row of keys, repetition or sequence, and not your name or ours.',
  },
];

/**
 * Says which requirements a password does not meet; none means that it is fine.
 * @param isWeak knows which passwords are guessed first, and is asked when the length is right; whoever does not know says
 *   that none is
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
