import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that were found in leaks again and again, as the strength meter zxcvbn knows them, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether whoever guesses would try this password first; upper and lower case make no difference. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}
