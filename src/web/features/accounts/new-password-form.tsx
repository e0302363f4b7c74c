import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { spellDuration } from '#shared/describe-duration.ts';
import { mailedLinkSeconds } from '#shared/limits.ts';
import { Notice } from '../../components/notice.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { postJson } from '../../lib/call-server.ts';
import { useRefreshSession } from '../session/session.ts';
import classes from './account-form.module.css';
import { AuthFailure, postAuth } from './call-auth.ts';
import { PasswordField } from './fields.tsx';
import { PasswordRequirements } from './password-requirements.tsx';
import { getText, useSubmission } from './use-submission.ts';

/** @param token what the mailed link brought; the form is shown only while that works */
export function NewPasswordForm({ token }: { token: string }) {
  const { data: link, isPending: isChecking } = useQuery({
    queryKey: ['reset link', token],
    queryFn: async ({ signal }) => {
      const answer = await postJson('/api/auth/check-reset-link', { token }, { signal });
      return (await answer.json()) as { works: boolean };
    },
    // Without an answer the form is shown: the server decides when it is sent.
    retry: false,
    networkMode: 'always',
  });
  const refreshSession = useRefreshSession();
  const [password, setPassword] = useState('');
  const { submit, isPending, isSuccess, error } = useSubmission(async fields => {
    await postAuth('/reset-password', { newPassword: getText(fields, 'password'), token });
    // Every session of the account has ended, perhaps one of this browser too.
    await refreshSession();
  });
  if (isSuccess)
    return (
      <div role="status" className={classes.form}>
        <Notice tone="plain">
          Your new password is set, and every device was signed out. <Link to="/login">Login</Link>
        </Notice>
      </div>
    );
  if (isChecking) return null;
  if (link?.works === false || (error instanceof AuthFailure && error.reason === 'INVALID_TOKEN'))
    return (
      <Notice tone="problem">
        This link does not work any more. A link is good once, and for {spellDuration(mailedLinkSeconds)}.{' '}
        <Link to="/reset">Ask for a new one</Link>
      </Notice>
    );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField label="New Password" autoComplete="new-password" onChange={setPassword} />
      <PasswordRequirements password={password} failure={error} />
      <SubmitButton isPending={isPending}>Set new password</SubmitButton>
    </form>
  );
}
