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
  { id: 'uncommon', sentence: 'Not one of the passwords that everybody tries first, such as "password1".' },
];

/**
 * Says which requirements a password does not meet; none means that it is fine.
 * @param isCommon knows the passwords that are guessed first; whoever has no list says that none is
 */
export function checkPassword(
  password: string,
  isCommon: (password: string) => boolean = () => false,
): PasswordRequirementId[] {
  const missing: PasswordRequirementId[] = [];
  // Counted as people see them: an emoji or an accented letter is one.
  const characters = [...password.normalize('NFC')].length;
  if (characters < leastPasswordCharacters) missing.push('least');
  if (characters > mostPasswordCharacters) missing.push('most');
  if (isCommon(password)) missing.push('uncommon');
  return missing;
}
