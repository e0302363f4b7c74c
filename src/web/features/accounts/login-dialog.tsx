import { lazy, type ReactNode, Suspense } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Dialog } from '../../components/dialog.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';

/** Loaded when the dialog opens, with the code for Google. */
const LoginForm = lazy(async () => {
  const { LoginForm: form } = await loadChunk('login', () => import('./login-form.tsx'));
  return { default: form };
});

interface LoginDialogProps {
  readonly title: string;
  readonly email?: string | undefined;
  readonly onClose: () => void;
  readonly onSignedIn?: () => void;
  readonly reason?: ReactNode;
}

export function LoginDialog({ title, email, onClose, onSignedIn, reason }: LoginDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} reason={reason}>
      <Suspense fallback={<p aria-live="polite">{t(pageMessages.loading)}</p>}>
        <LoginForm email={email} isInDialog {...(onSignedIn && { onSignedIn })} />
      </Suspense>
    </Dialog>
  );
}
