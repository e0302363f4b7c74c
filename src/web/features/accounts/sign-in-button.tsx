import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { LoginDialog } from './login-dialog.tsx';

/** For visitors: opens the login form in a dialog. Not there while it is not known whether this is one. */
export function SignInButton() {
  const { data: me, isPending } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (isPending || me) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Sign in / Sign up
      </Button>
      {isOpen && <LoginDialog title="Login" onClose={() => setOpen(false)} />}
    </>
  );
}
