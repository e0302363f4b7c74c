import { z } from 'zod';

/**
 * The error codes under which the vendor says that there is nothing left to spend. They come with status 429, like
 * "too many requests", but no waiting helps (developers.openai.com/docs/guides/error-codes).
 */
const outOfCreditCodes: readonly unknown[] = [
  'insufficient_quota',
  'billing_not_active',
  'billing_hard_limit_reached',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
];

const errorBodySchema = z.object({
  error: z.object({ type: z.unknown().optional(), code: z.unknown().optional() }),
});

/** Whether a type or a code of the vendor's errors means that the account is out of credit. */
export function meansOutOfCredit(...names: readonly unknown[]): boolean {
  return names.some(name => outOfCreditCodes.includes(name));
}

/** The same for the text of an error's body. */
export function isOutOfCredit(bodyText: string): boolean {
  try {
    const { error } = errorBodySchema.parse(JSON.parse(bodyText));
    return meansOutOfCredit(error.type, error.code);
  } catch {
    return false;
  }
}
