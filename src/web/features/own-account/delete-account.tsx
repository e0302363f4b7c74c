import { useState } from 'react';
import type { MeAnswer } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { postJson } from '../../lib/call-server.ts';
import { linkTo, richText } from '../../lib/rich-text.tsx';
import { GoogleButton, getText, PasswordField, useSubmission } from '../accounts/public.ts';

interface AccountDeletionProps {
  readonly me: MeAnswer;
  /** Without a password, a fresh sign-in with Google confirms. */
  readonly needsPassword: boolean;
  readonly onDeleted: () => void;
}

export function AccountDeletion({ me, needsPassword, onDeleted }: AccountDeletionProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <section>
        <h2>{t(ownAccountMessages.deleteTitle)}</h2>
        <p>{t(me.emailVerified ? ownAccountMessages.deletesMessages : ownAccountMessages.deletes)}</p>
        {me.plan === 'premium' && <p>{t(ownAccountMessages.endsPremium)}</p>}
        <p>{richText(t(ownAccountMessages.narrationsStay), { privacy: linkTo('/privacy') })}</p>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t(ownAccountMessages.deleteAccount)}
        </Button>
      </section>
      {isAsked && (
        <DeletionDialog
          uid={me.uid}
          needsPassword={needsPassword}
          onClose={() => setAsked(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}

interface DeletionDialogProps extends Omit<AccountDeletionProps, 'me'> {
  readonly uid: string;
  readonly onClose: () => void;
}

function DeletionDialog({ uid, needsPassword, onClose, onDeleted }: DeletionDialogProps) {
  const { submit, isPending, error, reset } = useSubmission(async fields => {
    const password = needsPassword ? getText(fields, 'password') : undefined;
    await postJson('/api/account/deletion', { uid, password });
    onDeleted();
  }, 'own');
  const mustSignIn = !needsPassword && error instanceof CodedError && error.code === 'forbidden';
  return (
    <Dialog title={t(ownAccountMessages.deleteQuestion)} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <p>{t(needsPassword ? ownAccountMessages.cannotUndoPassword : ownAccountMessages.cannotUndo)}</p>
        {needsPassword && (
          <PasswordField label={t(accountMessages.password)} autoComplete="current-password" hasFocus />
        )}
        {error && <FailureNotice error={error} />}
        {mustSignIn && (
          <GoogleButton label={t(ownAccountMessages.signInWithGoogleAgain)} onSignedIn={reset} />
        )}
        <SubmitButton isPending={isPending}>{t(ownAccountMessages.deleteForever)}</SubmitButton>
      </form>
    </Dialog>
  );
}
