import { Link } from 'react-router';
import { SubmitButton } from '../../components/button.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { useRefreshSession } from '../session/public.ts';
import classes from './account-form.module.css';
import { AuthFailure, postAuth } from './call-auth.ts';
import { EmailField, getText, PasswordField, useSubmission } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';

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
  const { submit, isPending, error, reset } = useSubmission(async fields => {
    await postAuth('/sign-in/email', {
      email: getText(fields, 'email'),
      password: getText(fields, 'password'),
    });
    await refreshSession();
    onSignedIn?.();
  });
  const problems = placeProblem(error);
  return (
    <>
      {/* What is being changed is not called wrong any more. */}
      <form className={classes.form} onSubmit={submit} onInput={() => error && reset()} noValidate>
        <EmailField value={email} hasFocus={isInDialog && !email} problem={problems.email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          hasFocus={isInDialog && Boolean(email)}
          problem={problems.password}
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

/** Which field a refusal is told below: what is no address below that, all else where the last word was typed. */
function placeProblem(error: Error | null): { readonly email?: string; readonly password?: string } {
  // Of a server that cannot be reached no field is wrong.
  if (!(error instanceof AuthFailure)) return {};
  // What cannot be a login at all is refused before it is tried, in a sentence that names the field.
  const isAboutAddress = error.reason === 'BAD_REQUEST' && error.message.includes('e-mail address');
  return { [isAboutAddress ? 'email' : 'password']: describeFailure(error) };
}
