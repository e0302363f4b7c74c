import { newPasswordErrors } from '#shared/messages/account-errors.ts';
import { type FilledMessage, fill, type Message } from '#shared/messages/message.ts';
import {
  checkPassword,
  leastPasswordCharacters,
  mostPasswordCharacters,
  type PasswordRequirementId,
} from '#shared/password-policy.ts';
import { type Limit, limitTries } from '../guards/guards.ts';
import type { Reply } from '../http/app-types.ts';
import type { AccountParts } from './account-parts.ts';
import type { Chooser } from './password-strength.ts';

interface Choice {
  readonly password: string;
  /** Undefined if not known. */
  readonly chooser: Chooser | undefined;
}

/** Measuring a password costs more than most calls. */
export function limitNewPasswords({ recentTries, accountLimits }: AccountParts): Limit {
  return limitTries(recentTries, 'new password from', accountLimits.otherPerAddress);
}

/**
 * Refuses a password that violates the policy, with the reasons. Costs more than most calls, so callers need a limit.
 * @returns whether it was refused
 */
export async function refuseWeakPassword(reply: Reply, { password, chooser }: Choice): Promise<boolean> {
  // Loaded on first use, as its word lists take 10 MB.
  const { findWeakness } = await import('./password-strength.ts');
  let weakness: Message | undefined;
  const missing = checkPassword(password, text => {
    weakness = findWeakness(text, chooser);
    return weakness !== undefined;
  });
  if (missing.length === 0) return false;
  const { text: message, key, values } = weakness ? fill(weakness) : describeLength(missing[0]);
  const code = 'PASSWORD_POLICY';
  const problem = { code, message, key, values, missing, ...(weakness && { weakness: message }) };
  reply.request.failure = { code, reason: message };
  await reply.code(400).send(problem);
  return true;
}

function describeLength(missing: PasswordRequirementId | undefined): FilledMessage {
  return missing === 'most'
    ? fill(newPasswordErrors.tooLong, { limit: mostPasswordCharacters })
    : fill(newPasswordErrors.tooShort, { limit: leastPasswordCharacters });
}
