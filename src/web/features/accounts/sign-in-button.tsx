import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../components/button.tsx';
import { readLoginRequest } from '../session/login-request.ts';
import { LoginDialog } from './login-dialog.tsx';

/**
 * For visitors: opens the login form in a dialog. It is open at once for who came by a link to the login, or was sent here
 * because their dashboard is for them alone.
 */
export function SignInButton({ onSignedIn }: { onSignedIn: () => void }) {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const request = readLoginRequest(state);
  // Of this visit only: who follows a link in the dialog has left it.
  const [choice, setChoice] = useState<{ readonly key: string; readonly isOpen: boolean }>();
  const isOpen = choice?.key === key ? choice.isOpen : request !== undefined;

  function close() {
    setChoice({ key, isOpen: false });
    // Else it would be there again after a reload.
    if (request) navigate('.', { replace: true, state: null, preventScrollReset: true });
  }

  return (
    <>
      <Button variant="default" onClick={() => setChoice({ key, isOpen: true })}>
        Sign in / Sign up
      </Button>
      {isOpen && (
        <LoginDialog
          title="Login"
          onClose={close}
          onSignedIn={onSignedIn}
          reason={
            request?.returnTo !== undefined &&
            'The dashboard is for people with an account. Sign in, and you go straight on to it.'
          }
        />
      )}
    </>
  );
}
