import { eq } from 'drizzle-orm';
import { meAnswerSchema, passwordPolicySchema, profileAnswerSchema } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { passwordRequirements } from '#shared/password-policy.ts';
import { users } from '../database/schema.ts';
import { openToAll, signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import { takeTry } from '../limits/recent-tries.ts';
import { requireAccountSubject } from '../limits/require-visitor.ts';
import type { AccountParts } from './account-parts.ts';

export function addAccountRoutes(routes: Routes, parts: AccountParts): void {
  const { accounts, plans, dailyLimits, queries, recentTries, accountLimits } = parts;

  const me = { summary: 'The signed-in account and its limits', response: { 200: meAnswerSchema } };
  routes.add({
    method: 'GET',
    url: '/api/me',
    schema: me,
    guards: signedInOnly,
    async handler(request, reply, { account }) {
      const status = await plans.findStatus(account);
      const subject = requireAccountSubject(request, account, plans.getNarrationsPerDay(status.plan));
      const narrations = await dailyLimits.findStatus('narration', subject);
      reply.header('cache-control', 'no-store');
      return {
        ...account,
        ...status,
        narrations: { ...narrations, resetsAt: narrations.resetsAt.toISOString() },
      };
    },
  });

  const profile = { summary: 'The record of the person in `users`', response: { 200: profileAnswerSchema } };
  routes.add({
    method: 'GET',
    url: '/api/profile',
    schema: profile,
    guards: signedInOnly,
    async handler(_request, reply, { account: { uid } }) {
      const [record] = await queries.select().from(users).where(eq(users.uid, uid));
      if (!record) throw new CodedError('not_found', { message: fill(accountErrors.noProfile) });
      reply.header('cache-control', 'no-store');
      return record;
    },
  });

  const policy = { summary: 'What a password must be', response: { 200: passwordPolicySchema } };
  routes.add({
    method: 'GET',
    url: '/api/password-policy',
    schema: policy,
    guards: openToAll,
    handler: async () => ({ requirements: [...passwordRequirements] }),
  });

  const again = { summary: 'Resends the mail that verifies the address' };
  routes.add({
    method: 'POST',
    url: '/api/verification-mail',
    schema: again,
    // An already verified account gets that answer without using up a try.
    guards: { limit: 'none', signIn: 'required', plan: 'any', quota: { askedBy: takeTry } },
    async handler(request, reply, { account }) {
      if (account.emailVerified)
        throw new CodedError('conflict', { message: fill(accountErrors.alreadyConfirmed) });
      await takeTry(recentTries, ['verify', account.uid], accountLimits.verificationMailsPerAccount);
      await accounts.postVerificationMail(account, request.headers.cookie);
      return reply.code(202).send();
    },
  });
}
