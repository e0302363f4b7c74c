import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
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
import { GoogleButton, getText, PasswordField } from '../accounts/public.ts';
import classes from './own-account-page.module.css';
import { useAccount } from './use-account.ts';

interface AccountDeletionProps {
  readonly me: MeAnswer;
  readonly onDeleted: () => void;
}

export function AccountDeletion({ me, onDeleted }: AccountDeletionProps) {
  const [isAsked, setAsked] = useState(false);
  const account = useAccount(me.uid);
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
          needsPassword={account?.confirmedBy !== 'recent sign-in'}
          onClose={() => setAsked(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}

interface DeletionDialogProps {
  readonly uid: string;
  /** Without one, a fresh sign-in with Google confirms. */
  readonly needsPassword: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks for confirmation, and for the password. */
export function DeletionDialog({ uid, needsPassword, onClose, onDeleted }: DeletionDialogProps) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (fields: FormData) => {
      const password = needsPassword ? getText(fields, 'password') : undefined;
      await postJson('/api/account/deletion', { uid, password });
    },
    networkMode: 'always',
    onSuccess: onDeleted,
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  }
  const mustSignIn = !needsPassword && error instanceof CodedError && error.code === 'forbidden';
  return (
    <Dialog title={t(ownAccountMessages.deleteQuestion)} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
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
