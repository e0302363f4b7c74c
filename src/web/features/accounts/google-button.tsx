import { Button } from '@mantine/core';
import { useState } from 'react';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { showAlert } from '../../lib/show-alert.ts';
import { usePublicConfig } from '../public-config/use-public-config.ts';
import { useRefreshSession } from '../session/session.ts';
import classes from './account-form.module.css';
import { signInWithGoogle } from './sign-in-with-google.ts';

interface GoogleButtonProps {
  readonly label: string;
  readonly onSignedIn?: (() => void) | undefined;
}

/** Opens Google's window, and tells what is missing on a server that is not known to Google. */
export function GoogleButton({ label, onSignedIn }: GoogleButtonProps) {
  const refreshSession = useRefreshSession();
  const { data: config } = usePublicConfig();
  const [isWaiting, setWaiting] = useState(false);
  const notReady =
    config && !config.google.isConfigured
      ? `Google sign-in is not set up on this server. Missing: ${config.google.missing.join(', ')}.`
      : undefined;

  async function signIn() {
    if (notReady) return showAlert(notReady);
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

  return (
    <div className={classes.google}>
      <Button variant="default" fullWidth onClick={() => void signIn()}>
        {label}
      </Button>
      <p className={classes.hint} aria-live="polite">
        {notReady ?? (isWaiting && 'Waiting for the Google window. Click again to bring it to the front.')}
      </p>
    </div>
  );
}
