import type { ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { languageNames } from '#shared/languages.ts';
import { FormPage } from '../../components/form-page.tsx';
import { GuestsOnly } from '../session/guests-only.tsx';
import { LinkProblem } from './link-problem.tsx';
import { LoginForm } from './login-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetForm } from './reset-form.tsx';
import { SignInLinkForm } from './sign-in-link-form.tsx';

// Small, and often seen one after the other: they are fetched together.

export function LoginPage() {
  return (
    <GuestsScreen
      title="Login"
      scene={{ title: 'Your seat is still free', hint: 'The lights go down as soon as you are in.' }}
    >
      <LinkProblem />
      <LoginForm />
    </GuestsScreen>
  );
}

export function RegisterPage() {
  return (
    <GuestsScreen
      title="Register"
      scene={{
        title: 'Take a seat',
        hint: `With an account you narrate in ${languageNames.length} languages.`,
      }}
    >
      <RegisterForm />
    </GuestsScreen>
  );
}

/** Asks for the mail with the link; behind the link, with its `token`, for the new password. */
export function ResetPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  if (token) return <NewPasswordPage token={token} />;
  return (
    <GuestsScreen
      title="Reset password"
      scene={{ title: 'The line is forgotten', hint: 'It happens. A letter brings a new one.' }}
    >
      <ResetForm />
    </GuestsScreen>
  );
}

function NewPasswordPage({ token }: { token: string }) {
  return (
    <GuestsScreen
      title="New password"
      notice="SIGN_OUT_TO_RESET"
      scene={{ title: 'A new line', hint: 'Choose one that only you know by heart.' }}
    >
      <NewPasswordForm token={token} />
    </GuestsScreen>
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

type GuestsScreenProps = Omit<ComponentProps<typeof FormPage>, 'closesTo'> &
  Pick<ComponentProps<typeof GuestsOnly>, 'notice'>;

/** For who is not signed in yet; others are led on. */
function GuestsScreen({ notice, ...props }: GuestsScreenProps) {
  return (
    <GuestsOnly notice={notice}>
      <FormPage closesTo="/" {...props} />
    </GuestsOnly>
  );
}
