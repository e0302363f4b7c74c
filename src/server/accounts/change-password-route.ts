import { eq } from 'drizzle-orm';
import { changedPasswordSchema } from '#shared/api/auth.ts';
import { CodedError } from '#shared/errors.ts';
import { accountErrors } from '#shared/messages/account-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { user } from '../database/auth-schema.ts';
import type { Account } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Request } from '../http/app-types.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { type AccountParts, about, config, hasPassword } from './account-parts.ts';
import { readDeviceSecret } from './device-cookie.ts';
import { limitSignIn } from './limit-sign-in.ts';
import { limitNewPasswords, refuseWeakPassword } from './refuse-weak-password.ts';
import { sendSignIn } from './remember-sign-in.ts';
import { toWebRequest } from './web-exchange.ts';

/**
 * Changes the signed-in user's password. Requires the current one, as somebody else may use an open
 * session. Ends all sessions; this browser gets a new one.
 */
export function addChangePasswordRoute(routes: Routes, parts: AccountParts): void {
  const { queries } = parts;
  routes.add({
    method: 'POST',
    url: '/api/auth/change-password',
    config,
    schema: { ...about('Changes the password of the signed-in account'), body: changedPasswordSchema },
    // Wrong passwords count as at sign-in.
    guards: {
      limit: limitNewPasswords(parts),
      signIn: 'required',
      plan: 'any',
      quota: { askedBy: limitSignIn },
    },
    async handler(request, reply, { account }) {
      if (!(await hasPassword(queries, account.uid)))
        throw new CodedError('conflict', { message: fill(accountErrors.hasNoPassword) });
      const { newPassword: password, ...rest } = request.body;
      const chooser = { email: account.email, name: await readName(parts, account) };
      if (await refuseWeakPassword(reply, { password, chooser })) return reply;
      const body = { ...rest, newPassword: password, revokeOtherSessions: true };
      return sendSignIn(parts, { request, reply }, await changePassword(parts, { request, account, body }));
    },
  });
}

async function readName({ queries }: AccountParts, { uid }: Account): Promise<string> {
  const [person] = await queries.select({ name: user.name }).from(user).where(eq(user.id, uid));
  return person?.name ?? '';
}

interface Change {
  readonly request: Request;
  readonly account: Account;
  readonly body: object;
}

/** @throws CodedError `forbidden` or `rate_limited` */
async function changePassword(parts: AccountParts, { request, account, body }: Change): Promise<Response> {
  const { accounts, knownPlaces } = parts;
  const attempt = {
    email: account.email,
    address: requireVisitor(request),
    browser: readDeviceSecret(request, accounts.publicUrl),
    // The user is already signed in.
    offersSignInLink: false,
  };
  const { status, answer } = await limitSignIn(parts, attempt, async () => {
    const passed = toWebRequest(request, accounts.publicUrl, body);
    // Browsers that signed in with the old password lose their extra tries.
    const given = await accounts.answerNewPassword(passed, () => knownPlaces.forgetAll(account.uid));
    // The session ended in between; says nothing about the password.
    if (given.status === 401) throw new CodedError('unauthorized');
    return { status: (await isWrongPassword(given)) ? 401 : given.status, answer: given };
  });
  if (status === 401) throw new CodedError('forbidden', { message: fill(accountErrors.wrongPassword) });
  return answer;
}

async function isWrongPassword(answer: Response): Promise<boolean> {
  return !answer.ok && (await answer.clone().text()).includes('"INVALID_PASSWORD"');
}
