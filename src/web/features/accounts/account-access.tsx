import { useState } from 'react';
import { Link } from 'react-router';
import { lookLikeButton } from '../../components/button.tsx';
import { getDashboardPath, useSession } from '../session/session.ts';
import { SignInButton } from './sign-in-button.tsx';

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
