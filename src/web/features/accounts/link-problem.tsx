import { useSearchParams } from 'react-router';
import { accountMessages } from '#shared/messages/accounts.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { Notice } from '../../components/notice.tsx';
import classes from './account-form.module.css';

/** Why a mailed link or the sign-in with Google failed, by the `error` in the address. */
export function LinkProblem() {
  const [parameters] = useSearchParams();
  const error = parameters.get('error');
  if (error === null) return null;
  return (
    <div className={classes.problem}>
      <Notice tone="problem">{t(messages[error] ?? accountMessages.linkExpired)}</Notice>
    </div>
  );
}

const messages: Readonly<Record<string, Message>> = {
  SIGN_IN_FAILED: accountMessages.signInFailed,
  SIGN_IN_TO_VERIFY: accountMessages.signInToVerify,
  SIGN_OUT_TO_RESET: accountMessages.signOutToReset,
};
