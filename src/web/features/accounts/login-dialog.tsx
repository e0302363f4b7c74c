import { lazy, type ReactNode, Suspense } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';

/** Fetched when somebody wants to sign in, with what talks to Google. */
const LoginForm = lazy(async () => {
  const { LoginForm: form } = await loadChunk('login', () => import('./login-form.tsx'));
  return { default: form };
});

interface LoginDialogProps {
  readonly title: string;
  readonly email?: string | undefined;
  readonly onClose: () => void;
  readonly onSignedIn?: () => void;
  /** Why it is there, above the form. */
  readonly reason?: ReactNode;
}

/** The login form above whatever the person was at. */
export function LoginDialog({ title, email, onClose, onSignedIn, reason }: LoginDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} reason={reason}>
      <Suspense fallback={<p aria-live="polite">Loading...</p>}>
        <LoginForm email={email} isInDialog {...(onSignedIn && { onSignedIn })} />
      </Suspense>
    </Dialog>
  );
}
