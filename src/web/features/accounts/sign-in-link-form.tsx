import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { spellDuration } from '#shared/describe-duration.ts';
import { mailedLinkSeconds } from '#shared/limits.ts';
import { Notice } from '../../components/notice.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useRefreshSession } from '../session/session.ts';
import classes from './account-form.module.css';
import { AuthFailure, postAuth } from './call-auth.ts';
import { useSubmission } from './use-submission.ts';

/**
 * Signs in by a mailed link. Only the click does it, because programs that look at mails open links, too.
 * @param token what the link brought; whether it still holds is known only when it is used
 */
export function SignInLinkForm({ token }: { token: string }) {
  const refreshSession = useRefreshSession();
  const [isSignedIn, setSignedIn] = useState(false);
  const { submit, isPending, error } = useSubmission(async () => {
    await postAuth('/sign-in/link', { token });
    await refreshSession();
    setSignedIn(true);
  });
  // In the place of this address, which is of no use any more.
  if (isSignedIn) return <Navigate to="/dashboard" replace />;
  if (token === '' || (error instanceof AuthFailure && error.reason === 'INVALID_TOKEN'))
    return (
      <Notice tone="problem">
        This link does not work any more. A link is good once, and for {spellDuration(mailedLinkSeconds)}. You
        can <Link to="/login">log in</Link> where you did before, or{' '}
        <Link to="/reset">choose a new password</Link> by mail from anywhere.
      </Notice>
    );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.lead}>This link signs you in without a password, once.</p>
      <SubmitButton isPending={isPending}>Sign in</SubmitButton>
    </form>
  );
}
