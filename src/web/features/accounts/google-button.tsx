import { useState } from 'react';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { Button } from '../../components/button.tsx';
import { describeFailure, noteFailure, showAlert } from '../../lib/failures.ts';
import { usePublicConfig } from '../public-config/public.ts';
import { useRefreshSession } from '../session/public.ts';
import classes from './account-form.module.css';
import { signInWithGoogle } from './sign-in-with-google.ts';

interface GoogleButtonProps {
  readonly label: string;
  readonly onSignedIn?: (() => void) | undefined;
}

/** Opens Google's window. Hidden if the server lacks Google's settings; its log states what is missing. */
export function GoogleButton({ label, onSignedIn }: GoogleButtonProps) {
  const refreshSession = useRefreshSession();
  const { data: config } = usePublicConfig();
  const [isWaiting, setWaiting] = useState(false);
  async function signIn() {
    setWaiting(true);
    try {
      if (!(await signInWithGoogle(refreshSession))) return;
      onSignedIn?.();
    } catch (error) {
      noteFailure(error);
      showAlert(describeFailure(error));
    }
    setWaiting(false);
  }

  if (!config?.google.isConfigured) return null;
  return (
    <div className={classes.google}>
      <Button variant="default" fullWidth onClick={() => void signIn()}>
        {label}
      </Button>
      <p className={classes.hint} aria-live="polite">
        {isWaiting && t(accountMessages.googleWaiting)}
      </p>
    </div>
  );
}
