import { Link } from 'react-router';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useRefreshSession } from '../session/session.ts';
import classes from './account-form.module.css';
import { postAuth } from './call-auth.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import { getText, useSubmission } from './use-submission.ts';

interface LoginFormProps {
  /** Filled in for somebody who was signed in before. */
  readonly email?: string | undefined;
  /** In a dialog the keyboard begins at the first empty field. */
  readonly isInDialog?: boolean;
  /** Called once the page knows who is signed in. */
  readonly onSignedIn?: () => void;
}

/** The same form on its own screen and in a dialog. */
export function LoginForm({ email, isInDialog = false, onSignedIn }: LoginFormProps) {
  const refreshSession = useRefreshSession();
  const { submit, isPending } = useSubmission(async fields => {
    await postAuth('/sign-in/email', {
      email: getText(fields, 'email'),
      password: getText(fields, 'password'),
    });
    await refreshSession();
    onSignedIn?.();
  });
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField value={email} hasFocus={isInDialog && !email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          hasFocus={isInDialog && Boolean(email)}
        />
        <p className={classes.aside}>
          <Link to="/reset">Forgot Password</Link>
        </p>
        <SubmitButton isPending={isPending}>Login</SubmitButton>
      </form>
      <GoogleButton label="Login with Google" onSignedIn={onSignedIn} />
      <p className={classes.other}>
        No account yet? <Link to="/register">Register</Link>
      </p>
    </>
  );
}
