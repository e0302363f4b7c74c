import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { spellDuration } from '#shared/describe-duration.ts';
import { languageNames } from '#shared/languages.ts';
import { mailedLinkSeconds } from '#shared/limits.ts';
import { SubmitButton } from '../../components/button.tsx';
import { FormPage } from '../../components/form-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { postJson } from '../../lib/call-server.ts';
import { showAlert } from '../../lib/describe-failure.ts';
import { askForLogin, GuestsOnly, useRefreshSession } from '../session/public.ts';
import classes from './account-form.module.css';
import { AuthFailure, postAuth } from './call-auth.ts';
import { EmailField, getText, NameField, PasswordField, useSubmission } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import { LinkProblem } from './link-problem.tsx';
import { LoginForm } from './login-form.tsx';
import { PasswordRequirements } from './password-requirements.tsx';

// Small, and often seen one after the other: they are fetched together.

export function LoginPage() {
  return (
    <GuestsPage
      title="Login"
      scene={{ title: 'Your seat is still free', hint: 'The lights go down as soon as you are in.' }}
    >
      <LinkProblem />
      <LoginForm />
    </GuestsPage>
  );
}

export function RegisterPage() {
  return (
    <GuestsPage
      title="Register"
      scene={{
        title: 'Take a seat',
        hint: `With an account you narrate in ${languageNames.length} languages.`,
      }}
    >
      <RegisterForm />
    </GuestsPage>
  );
}

/** Asks for the mail with the link; behind the link, with its `token`, for the new password. */
export function ResetPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  if (token) return <NewPasswordPage token={token} />;
  return (
    <GuestsPage
      title="Reset password"
      scene={{ title: 'The line is forgotten', hint: 'It happens. A letter brings a new one.' }}
    >
      <ResetForm />
    </GuestsPage>
  );
}

function NewPasswordPage({ token }: { token: string }) {
  return (
    <GuestsPage
      title="New password"
      notice="SIGN_OUT_TO_RESET"
      scene={{ title: 'A new line', hint: 'Choose one that only you know by heart.' }}
    >
      <NewPasswordForm token={token} />
    </GuestsPage>
  );
}

/** Where the link leads that is mailed while others guess at an account. */
export function SignInLinkPage() {
  const [parameters] = useSearchParams();
  // For who is signed in, too: this may be another account.
  return (
    <FormPage
      title="Sign in"
      closesTo="/"
      scene={{ title: 'By the stage door', hint: 'Somebody rattled at the front. This way in is yours.' }}
    >
      <SignInLinkForm token={parameters.get('token') ?? ''} />
    </FormPage>
  );
}

type GuestsPageProps = Omit<ComponentProps<typeof FormPage>, 'closesTo'> &
  Pick<ComponentProps<typeof GuestsOnly>, 'notice'>;

/** For who is not signed in yet; others are led on. */
function GuestsPage({ notice, ...props }: GuestsPageProps) {
  return (
    <GuestsOnly notice={notice}>
      <FormPage closesTo="/" {...props} />
    </GuestsOnly>
  );
}

export function RegisterForm() {
  const refreshSession = useRefreshSession();
  const [password, setPassword] = useState('');
  const { submit, isPending, error } = useSubmission(async fields => {
    const name = getText(fields, 'name').trim();
    // Said, and registered all the same: the welcome line then shows the e-mail address.
    if (name === '') window.alert('Please enter name');
    await postAuth('/sign-up/email', {
      name,
      email: getText(fields, 'email'),
      password: getText(fields, 'password'),
    });
    await refreshSession();
  });
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <NameField />
        <EmailField />
        <PasswordField label="Password" autoComplete="new-password" onChange={setPassword} />
        <PasswordRequirements password={password} failure={error} />
        <SubmitButton isPending={isPending}>Register</SubmitButton>
      </form>
      <GoogleButton label="Register with Google" />
      <p className={classes.other}>
        <Link to="/" state={askForLogin()}>
          Already have an account? Login
        </Link>
      </p>
    </>
  );
}

/** Asks for the mail with the link. Whether the address is known here is never told. */
export function ResetForm() {
  const { submit, isPending } = useSubmission(async fields => {
    await postAuth('/request-password-reset', { email: getText(fields, 'email') });
    showAlert('Password reset link sent!');
  });
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField />
        <SubmitButton isPending={isPending}>Send password reset email</SubmitButton>
      </form>
      <p className={classes.other}>
        No account yet? <Link to="/register">Register</Link>
      </p>
    </>
  );
}

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
