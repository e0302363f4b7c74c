import { accountAnswerSchema, accountDeletionSchema, personalDataSchema } from '#shared/api/personal-data.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { CodedError } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { type Account, signedInOnly } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Request } from '../http/app-types.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { type AccountParts, hasPassword } from './account-parts.ts';
import { collectPersonalData } from './collect-personal-data.ts';
import { deleteAccount } from './delete-account.ts';
import { readDeviceSecret } from './device-cookie.ts';
import { limitSignIn } from './limit-sign-in.ts';
import { keepCookies, toSignOutRequest } from './web-exchange.ts';

/** Without a password, the last sign-in must be at most this old to delete the account. */
const recentSignInSeconds = 10 * 60;

/** Routes to export and delete personal data. */
export function addPersonalDataRoutes(routes: Routes, parts: AccountParts): void {
  const { accounts, plans, queries } = parts;

  const own = {
    summary: 'The account, and what its deletion requires',
    response: { 200: accountAnswerSchema },
  };
  routes.add({
    method: 'GET',
    url: '/api/account',
    schema: own,
    guards: signedInOnly,
    async handler(_request, reply, { account: { uid, email } }) {
      const confirmedBy = (await hasPassword(queries, uid)) ? 'password' : 'recent sign-in';
      reply.header('cache-control', 'no-store');
      return { uid, email, confirmedBy } as const;
    },
  });

  const all = { summary: 'All data stored about the person', response: { 200: personalDataSchema } };
  routes.add({
    method: 'GET',
    url: '/api/account/export',
    schema: all,
    guards: signedInOnly,
    async handler(_request, reply, { account }) {
      const { plan } = await plans.findStatus(account);
      const data = await collectPersonalData(queries, { uid: account.uid, plan });
      reply.header('cache-control', 'no-store');
      reply.header('content-disposition', 'attachment; filename="benshi-account.json"');
      return data;
    },
  });

  const deletion = { summary: 'Deletes the account with everything', body: accountDeletionSchema };
  routes.add({
    method: 'POST',
    url: '/api/account/deletion',
    schema: deletion,
    // Only wrong passwords count; an account without one needs a recent sign-in.
    guards: { limit: { askedBy: limitSignIn }, signIn: 'required', plan: 'any', quota: 'none' },
    async handler(request, reply, { account }) {
      if (account.uid !== request.body.uid)
        throw new CodedError('conflict', { message: fill(accountErrors.otherAccount) });
      await confirmDeletion(parts, request, { account, password: request.body.password });
      await deleteAccount(parts, account.uid);
      keepCookies(reply, await accounts.answer(toSignOutRequest(request, accounts.publicUrl)));
      return reply.header('cache-control', 'no-store').code(204).send();
    },
  });
}

interface Confirmation {
  readonly account: Account;
  readonly password: string | undefined;
}

/**
 * A session is not enough, as somebody else may use it. Wrong passwords count as at sign-in.
 * @throws CodedError `forbidden` or `rate_limited`
 */
async function confirmDeletion(
  parts: AccountParts,
  request: Request,
  { account, password }: Confirmation,
): Promise<void> {
  const { accounts, queries } = parts;
  const { cookie } = request.headers;
  if (!(await hasPassword(queries, account.uid))) {
    if (await accounts.isSignedInSince(cookie, new Date(Date.now() - recentSignInSeconds * 1000))) return;
    throw new CodedError('forbidden', {
      message: fill(accountErrors.signInForDeletion, { time: describeDuration(recentSignInSeconds) }),
    });
  }
  if (password === undefined)
    throw new CodedError('forbidden', { message: fill(accountErrors.passwordForDeletion) });
  const attempt = {
    email: account.email,
    address: requireVisitor(request),
    browser: readDeviceSecret(request, accounts.publicUrl),
    // The user is already signed in.
    offersSignInLink: false,
  };
  const { status } = await limitSignIn(parts, attempt, async () => ({
    status: (await accounts.isPassword(cookie, password)) ? 200 : 401,
  }));
  if (status === 401) throw new CodedError('forbidden', { message: fill(accountErrors.wrongPassword) });
}
