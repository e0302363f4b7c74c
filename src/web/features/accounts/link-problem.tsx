import { useSearchParams } from 'react-router';
import { Notice } from '../../components/notice.tsx';
import classes from './account-form.module.css';

/** Why a link of ours, or Google's way back, led to nothing: the server says so in the address. */
export function LinkProblem() {
  const [parameters] = useSearchParams();
  const error = parameters.get('error');
  if (error === null) return null;
  return (
    <div className={classes.problem}>
      <Notice tone="problem">{sentences[error] ?? 'The link in the mail does not work any more.'}</Notice>
    </div>
  );
}

const sentences: Readonly<Record<string, string>> = {
  SIGN_IN_FAILED: 'Signing in did not work. Please try again.',
  SIGN_IN_TO_VERIFY:
    'The link in the mail belongs to an account that was not signed in here. Log in to it, then open the link once more.',
  SIGN_OUT_TO_RESET:
    'To set a new password with the link in the email, log out first, then open the link again.',
};
