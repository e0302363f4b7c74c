import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Button, getButtonProps } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { takeFocus } from '../../lib/focus.ts';
import { lazyParts, useLazyParts } from '../../lib/load-chunk.ts';
import { getDashboardPath, readLoginRequest, sharingSearch, useSession } from './session.ts';

export function AccountAccess() {
  const { data: me, isPending } = useSession();
  const [hasSignedIn, setSignedIn] = useState(false);
  if (isPending) return null;
  if (!me) return <SignInButton onSignedIn={() => setSignedIn(true)} />;
  return (
    <Link
      {...getButtonProps({ variant: 'default' })}
      to={getDashboardPath(me)}
      // The dialog that had the focus is gone, and so is its button.
      ref={hasSignedIn ? takeFocus : null}
    >
      {t(pageMessages.dashboard)}
    </Link>
  );
}

function SignInButton({ onSignedIn }: { onSignedIn: () => void }) {
  const { key, pathname, state } = useLocation();
  const navigate = useNavigate();
  // The register page carries it along.
  const request = pathname === '/' ? readLoginRequest(state) : undefined;
  const { returnTo } = request ?? {};
  const isSharing = new URLSearchParams(returnTo?.split('?')[1]).has(sharingSearch);
  // Only for this visit: a link in the dialog closes it.
  const [choice, setChoice] = useState<{ readonly key: string; readonly isOpen: boolean }>();
  const isOpen = choice?.key === key ? choice.isOpen : request !== undefined;

  function close() {
    setChoice({ key, isOpen: false });
    // Otherwise it would open again after a reload.
    if (request) navigate('.', { replace: true, state: null, preventScrollReset: true });
  }

  return (
    <>
      <Button variant="default" onClick={() => setChoice({ key, isOpen: true })}>
        {t(pageMessages.signIn)}
      </Button>
      {isOpen && (
        <LoginDialog
          title={t(pageMessages.login)}
          onClose={close}
          onSignedIn={onSignedIn}
          reason={returnTo && t(isSharing ? pageMessages.signInToShare : pageMessages.signInForDashboard)}
        />
      )}
    </>
  );
}

/** Loaded when the dialog opens, with the code for Google. */
const lazyForm = lazyParts('login', () => import('./login-form.tsx'));

interface LoginDialogProps {
  readonly title: string;
  readonly email?: string | undefined;
  readonly onClose: () => void;
  readonly onSignedIn?: () => void;
  readonly reason?: ReactNode;
}

export function LoginDialog({ title, email, onClose, onSignedIn, reason }: LoginDialogProps) {
  const parts = useLazyParts(lazyForm, true);
  return (
    <Dialog title={title} onClose={onClose} reason={reason}>
      {parts ? (
        <parts.LoginForm email={email} isInDialog {...(onSignedIn && { onSignedIn })} />
      ) : (
        <p aria-live="polite">{t(pageMessages.loading)}</p>
      )}
    </Dialog>
  );
}
