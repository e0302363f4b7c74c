import { Link, useSearchParams } from 'react-router';
import { Notice } from '../../components/notice.tsx';
import { GuestsOnly } from '../session/guests-only.tsx';
import classes from './account-screen.module.css';
import { AccountScreen } from './account-screen.tsx';
import { LoginForm } from './login-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetForm } from './reset-form.tsx';

// Small, and often seen one after the other: they are fetched together.

/** A way in that failed elsewhere (such as Google's, when it lost its window) ends here with an `error`. */
export function LoginPage() {
  const [parameters] = useSearchParams();
  return (
    <GuestsOnly>
      <AccountScreen
        title="Login"
        scene={{ title: 'Your seat is still free', hint: 'The lights go down as soon as you are in.' }}
      >
        {parameters.has('error') && (
          <div className={classes.reason}>
            <Notice tone="problem">Signing in did not work. Please try again.</Notice>
          </div>
        )}
        <LoginForm />
      </AccountScreen>
    </GuestsOnly>
  );
}

export function RegisterPage() {
  return (
    <GuestsOnly>
      <AccountScreen
        title="Register"
        scene={{ title: 'Take a seat', hint: 'With an account you narrate in 57 languages.' }}
      >
        <RegisterForm />
      </AccountScreen>
    </GuestsOnly>
  );
}

export function ResetPage() {
  return (
    <GuestsOnly>
      <AccountScreen
        title="Reset password"
        scene={{ title: 'The line is forgotten', hint: 'It happens. A letter brings a new one.' }}
      >
        <ResetForm />
      </AccountScreen>
    </GuestsOnly>
  );
}

/** Where the mailed link leads, with its `token`. */
export function NewPasswordPage() {
  const [parameters] = useSearchParams();
  return (
    <AccountScreen
      title="New password"
      scene={{ title: 'A new line', hint: 'Choose one that only you know by heart.' }}
    >
      <NewPasswordForm token={parameters.get('token')} />
    </AccountScreen>
  );
}

/** Where the link of a verification mail leads, on whatever device it was opened. */
export function VerifiedPage() {
  const [parameters] = useSearchParams();
  const title = 'Your e-mail address';
  if (parameters.has('error'))
    return (
      <AccountScreen
        title={title}
        scene={{ title: 'Not quite yet', hint: 'The curtain stays down for a moment.' }}
      >
        <Notice tone="problem">
          {parameters.get('error') === 'SIGN_IN_TO_VERIFY' ? (
            <>
              This link belongs to an account that is not signed in here. Sign in to it, then open the link
              once more. <Link to="/login">Login</Link>
            </>
          ) : (
            <>
              This link does not work any more. Your dashboard can send you a new one.{' '}
              <Link to="/">Go there</Link>
            </>
          )}
        </Notice>
      </AccountScreen>
    );
  return (
    <AccountScreen title={title} scene={{ title: 'So it is really you', hint: 'The curtain may rise.' }}>
      <Notice tone="plain">
        Thank you. Your e-mail address is confirmed. <Link to="/">Go on</Link>
      </Notice>
    </AccountScreen>
  );
}
