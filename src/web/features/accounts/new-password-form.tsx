import { useState } from 'react';
import { Link } from 'react-router';
import { spellDuration } from '#shared/describe-duration.ts';
import { mailedLinkSeconds } from '#shared/limits.ts';
import { Notice } from '../../components/notice.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useRefreshSession } from '../session/session.ts';
import classes from './account-form.module.css';
import { AuthFailure, postAuth } from './call-auth.ts';
import { PasswordField } from './fields.tsx';
import { PasswordRequirements } from './password-requirements.tsx';
import { getText, useSubmission } from './use-submission.ts';

/** @param token what the mailed link brought; whether it still holds is known only when it is used */
export function NewPasswordForm({ token }: { token: string }) {
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
  if (error instanceof AuthFailure && error.reason === 'INVALID_TOKEN')
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
