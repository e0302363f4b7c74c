import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { meAnswerSchema, passwordPolicySchema, profileAnswerSchema } from '#shared/api/account.ts';
import { ownPronunciationsSchema } from '#shared/api/fields.ts';
import { accountAnswerSchema, accountDeletionSchema, personalDataSchema } from '#shared/api/privacy.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { refuse } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { passwordRequirements } from '#shared/password-policy.ts';
import type { Queries } from '../database/database.ts';
import { profiles, pronunciations } from '../database/schema.ts';
import { type Account, narratingOnly, openToAll, signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Request } from '../http/app-types.ts';
import { takeTry } from '../limits/recent-tries.ts';
import { requireAccountSubject } from '../limits/require-visitor.ts';
import { keepCookies } from './create-auth.ts';
import { deleteAccount, listPronunciations, printPersonalData } from './personal-data.ts';
import { type AccountParts, hasPassword, limitOwnPassword, limitSignIn } from './sign-in.ts';

/** Without a password, the last sign-in must be at most this old to delete the account. */
const recentSignInSeconds = 10 * 60;

export function addAccountRoutes(routes: Routes, parts: AccountParts): void {
  const { accounts, plans, dailyLimits, queries, recentTries, accountLimits } = parts;

  routes.add({
    method: 'GET',
    url: '/api/me',
    schema: { summary: 'The signed-in account and its limits', response: { 200: meAnswerSchema } },
    guards: narratingOnly,
    async handler(request, _reply, { account }) {
      const status = await plans.findStatus(account);
      const subject = requireAccountSubject(request, account, plans.getNarrationsPerDay(status.plan));
      const narrations = await dailyLimits.findStatus('narration', subject);
      return { ...account, ...status, narrations };
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/profile',
    schema: { summary: 'The record of the person in `users`', response: { 200: profileAnswerSchema } },
    guards: signedInOnly,
    async handler(_request, _reply, { account: { uid } }) {
      const [record] = await queries.select().from(profiles).where(eq(profiles.uid, uid));
      if (!record) throw refuse('not_found', accountErrors.noProfile);
      return record;
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/password-policy',
    schema: { summary: 'What a password must be', response: { 200: passwordPolicySchema } },
    guards: openToAll,
    handler: async () => ({ requirements: [...passwordRequirements] }),
  });

  routes.add({
    method: 'POST',
    url: '/api/verification-mail',
    config: { statuses: [202] },
    schema: { summary: 'Resends the mail that verifies the address' },
    // An already verified account gets that answer without using up a try.
    guards: { ...signedInOnly, quota: { askedBy: takeTry }, atOnce: 'message' },
    async handler(request, _reply, { account }) {
      if (account.emailVerified) throw refuse('conflict', accountErrors.alreadyConfirmed);
      await takeTry(recentTries, ['verify', account.uid], accountLimits.verificationMailsPerAccount);
      await accounts.postVerificationMail(account, request.headers.cookie);
    },
  });
  addPersonalDataRoutes(routes, parts);
}

async function canUsePassword({ config, queries }: AccountParts, uid: string): Promise<boolean> {
  return config.hasPasswordSignIn && (await hasPassword(queries, uid));
}

function addPersonalDataRoutes(routes: Routes, parts: AccountParts): void {
  const { accounts, plans, queries } = parts;

  routes.add({
    method: 'GET',
    url: '/api/account',
    schema: {
      summary: 'The account, and what its deletion requires',
      response: { 200: accountAnswerSchema },
    },
    guards: signedInOnly,
    async handler(_request, _reply, { account: { uid, email } }) {
      const confirmedBy = (await canUsePassword(parts, uid)) ? 'password' : 'recent sign-in';
      return { uid, email, confirmedBy } as const;
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/account/export',
    schema: { summary: 'All data stored about the person', response: { 200: personalDataSchema } },
    turns: parts.projects.turns,
    guards: signedInOnly,
    async handler(_request, reply, { account }) {
      const { plan } = await plans.findStatus(account);
      const pieces = await printPersonalData(queries, { uid: account.uid, plan });
      reply.type('application/json; charset=utf-8');
      reply.header('content-disposition', 'attachment; filename="benshi-account.json"');
      return reply.send(Readable.from(pieces) as never);
    },
  });

  routes.add({
    method: 'POST',
    url: '/api/account/deletion',
    config: { statuses: [204] },
    schema: { summary: 'Deletes the account with everything', body: accountDeletionSchema },
    // Only wrong passwords count; an account without one needs a recent sign-in.
    guards: { ...signedInOnly, limit: { askedBy: limitSignIn }, atOnce: 'password' },
    async handler(request, reply, { account }) {
      if (account.uid !== request.body.uid) throw refuse('conflict', accountErrors.otherAccount);
      await confirmDeletion(parts, request, { account, password: request.body.password });
      await deleteAccount(parts, account.uid);
      keepCookies(reply, await accounts.answerSignOut(request));
    },
  });
}

/**
 * A session is not enough, as somebody else may use it. Wrong passwords count as at sign-in.
 * @throws CodedError `forbidden` or `rate_limited`
 */
async function confirmDeletion(
  parts: AccountParts,
  request: Request,
  { account, password }: { account: Account; password: string | undefined },
): Promise<void> {
  const { accounts } = parts;
  const { cookie } = request.headers;
  if (!(await canUsePassword(parts, account.uid))) {
    if (await accounts.isSignedInSince(cookie, new Date(Date.now() - recentSignInSeconds * 1000))) return;
    throw refuse('forbidden', accountErrors.signInForDeletion, {
      time: describeDuration(recentSignInSeconds),
    });
  }
  if (password === undefined) throw refuse('forbidden', accountErrors.passwordForDeletion);
  await limitOwnPassword(parts, { request, account }, async () => ({
    status: (await accounts.isPassword(cookie, password)) ? 200 : 401,
  }));
}

export function addPronunciationRoutes(routes: Routes, { queries }: { readonly queries: Queries }): void {
  const url = '/api/account/pronunciations';
  routes.add({
    method: 'GET',
    url,
    schema: { summary: 'How words are said in all projects', response: { 200: ownPronunciationsSchema } },
    guards: signedInOnly,
    handler: async (_request, _reply, { account }) => ({
      pronunciations: await listPronunciations(queries, account.uid),
    }),
  });

  routes.add({
    method: 'PUT',
    url,
    config: { statuses: [204] },
    schema: { summary: 'Replaces how words are said in all projects', body: ownPronunciationsSchema },
    guards: signedInOnly,
    async handler({ body }, _reply, { account: { uid } }) {
      await queries.transaction(async () => {
        await queries.delete(pronunciations).where(eq(pronunciations.uid, uid));
        const rows = body.pronunciations.map(each => ({ uid, ...each }));
        if (rows.length > 0) await queries.insert(pronunciations).values(rows).onConflictDoNothing();
      });
    },
  });
}
