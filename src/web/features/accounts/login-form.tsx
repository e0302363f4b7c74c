import { Link } from 'react-router';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { SubmitButton } from '../../components/button.tsx';
import { describeFailure } from '../../lib/failures.ts';
import { linkTo, richText } from '../../lib/rich-text.tsx';
import { useRefreshSession } from '../session/public.ts';
import classes from './account-form.module.css';
import { AuthFailure, postAuth } from './call-auth.ts';
import { EmailField, getText, PasswordField, useSubmission } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';

interface LoginFormProps {
  /** Prefilled after a session has ended. */
  readonly email?: string | undefined;
  /** In a dialog the first empty field gets the focus. */
  readonly isInDialog?: boolean;
  /** Called once the session is known. */
  readonly onSignedIn?: () => void;
}

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
  const problems = assignError(error);
  return (
    <>
      {/* Changing a field clears the message. */}
      <form className="stack" onSubmit={submit} onInput={() => error && reset()} noValidate>
        <EmailField value={email} hasFocus={isInDialog && !email} problem={problems.email} />
        <PasswordField
          label={t(accountMessages.password)}
          autoComplete="current-password"
          hasFocus={isInDialog && Boolean(email)}
          problem={problems.password}
        />
        <p className={classes.aside}>
          <Link to="/reset">{t(accountMessages.forgotPassword)}</Link>
        </p>
        <SubmitButton isPending={isPending}>{t(pageMessages.login)}</SubmitButton>
      </form>
      <GoogleButton label={t(accountMessages.loginWithGoogle)} onSignedIn={onSignedIn} />
      <p className={classes.other}>
        {richText(t(accountMessages.noAccount), { register: linkTo('/register') })}
      </p>
    </>
  );
}

/** Assigns an error to its field: the address if that is wrong, else the password. */
function assignError(error: Error | null): { readonly email?: string; readonly password?: string } {
  if (!(error instanceof AuthFailure)) return {};
  // Invalid fields are refused before the login is tried, with a message that names the field.
  const isAboutAddress = error.reason === 'BAD_REQUEST' && /e-?mail/iu.test(error.message);
  return { [isAboutAddress ? 'email' : 'password']: describeFailure(error) };
}
