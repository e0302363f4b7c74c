import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Button, lookLikeButton } from '../../components/button.tsx';
import { getDashboardPath, readLoginRequest, useSession } from '../session/public.ts';
import { LoginDialog } from './login-dialog.tsx';

/** In the head of every public page: the login for visitors, else the way to one's dashboard. Nothing until that is known. */
export function AccountAccess() {
  const { data: me, isPending } = useSession();
  const [hasSignedIn, setSignedIn] = useState(false);
  if (isPending) return null;
  if (!me) return <SignInButton onSignedIn={() => setSignedIn(true)} />;
  return (
    <Link
      {...lookLikeButton({ variant: 'default' })}
      to={getDashboardPath(me)}
      // The dialog that had the keyboard is gone, and the button that opened it.
      ref={hasSignedIn ? takeKeyboard : null}
    >
      Dashboard
    </Link>
  );
}

function takeKeyboard(link: HTMLElement | null): void {
  link?.focus();
}

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
