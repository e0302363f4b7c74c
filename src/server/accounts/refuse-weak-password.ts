import { checkPassword, passwordRequirements } from '#shared/password-policy.ts';
import type { Reply } from '../http/app-types.ts';
import { takeTry } from './account-limits.ts';
import type { AccountParts } from './account-parts.ts';
import { type Chooser, findWeakness } from './password-strength.ts';

interface Choice {
  readonly password: string;
  /** Undefined where it is not known who chooses. */
  readonly chooser: Chooser | undefined;
  /** As `requireVisitor` gives it. */
  readonly address: string;
}

/**
 * Answers a password that the policy does not allow, with what is missing and why.
 * @returns whether it was refused
 * @throws CodedError `rate_limited`: to measure a password costs more than most calls, so nobody has many measured
 */
export async function refuseWeakPassword(
  { recentTries, accountLimits }: AccountParts,
  reply: Reply,
  { password, chooser, address }: Choice,
): Promise<boolean> {
  await takeTry(recentTries, ['new password from', address], accountLimits.otherPerAddress);
  let weakness: string | undefined;
  const missing = checkPassword(password, text => {
    weakness = findWeakness(text, chooser);
    return weakness !== undefined;
  });
  if (missing.length === 0) return false;
  const sentence = weakness ?? passwordRequirements.find(({ id }) => id === missing[0])?.sentence ?? '';
  const message = `Please choose another password. ${sentence}`;
  const problem = { code: 'PASSWORD_POLICY', message, missing, ...(weakness !== undefined && { weakness }) };
  reply.request.failure = { code: problem.code, reason: message };
  await reply.code(400).send(problem);
  return true;
}
