import { eq } from 'drizzle-orm';
import { meAnswerSchema, passwordPolicySchema, profileAnswerSchema } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { passwordRequirements } from '#shared/password-policy.ts';
import { users } from '../database/schema.ts';
import type { App } from '../http/app-types.ts';
import { takeTry } from './account-limits.ts';
import type { AccountParts } from './account-parts.ts';

/** What the page asks about the person who is signed in. */
export function addAccountRoutes(app: App, parts: AccountParts): void {
  const { accounts, plans, dailyLimits, queries, recentTries, accountLimits } = parts;

  const me = { summary: 'Who is signed in, and what they may do', response: { 200: meAnswerSchema } };
  app.get('/api/me', { schema: me }, async (request, reply) => {
    const account = await accounts.requireAccount(request);
    const status = await plans.findStatus(account);
    const subject = { id: account.uid, narrationsPerDay: plans.getNarrationsPerDay(status.plan) };
    const narrations = await dailyLimits.findStatus('narration', subject);
    reply.header('cache-control', 'no-store');
    return {
      ...account,
      ...status,
      narrations: { ...narrations, resetsAt: narrations.resetsAt.toISOString() },
    };
  });

  const profile = { summary: 'The record of the person in `users`', response: { 200: profileAnswerSchema } };
  app.get('/api/profile', { schema: profile }, async (request, reply) => {
    const { uid } = await accounts.requireAccount(request);
    const [record] = await queries.select().from(users).where(eq(users.uid, uid));
    if (!record) throw new CodedError('not_found', { message: 'This account has no profile.' });
    reply.header('cache-control', 'no-store');
    return record;
  });

  const policy = { summary: 'What a password must be', response: { 200: passwordPolicySchema } };
  app.get('/api/password-policy', { schema: policy }, async () => ({
    requirements: [...passwordRequirements],
  }));

  const again = { summary: 'Sends the mail again that verifies the address' };
  app.post('/api/verification-mail', { schema: again }, async (request, reply) => {
    const account = await accounts.requireAccount(request);
    if (account.emailVerified)
      throw new CodedError('conflict', { message: 'Your e-mail address is confirmed already.' });
    await takeTry(recentTries, ['verify', account.uid], accountLimits.verificationMailsPerAccount);
    await accounts.postVerificationMail(account, request.headers.cookie);
    return reply.code(202).send();
  });
}
