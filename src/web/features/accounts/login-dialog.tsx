import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Dialog } from '../../components/dialog.tsx';
import { LazyParts, useLazyParts } from '../../lib/load-chunk.ts';

/** Loaded when the dialog opens, with the code for Google. */
const lazyForm = new LazyParts('login', () => import('./login-form.tsx'));

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
