import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { postJson } from '../../lib/call-server.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { GoogleButton, getText, PasswordField } from '../accounts/public.ts';
import classes from './own-account-page.module.css';
import { useAccount } from './use-account.ts';

interface AccountDeletionProps {
  readonly me: MeAnswer;
  readonly onDeleted: () => void;
}

/** What goes and what stays, and the way to it. */
export function AccountDeletion({ me, onDeleted }: AccountDeletionProps) {
  const [isAsked, setAsked] = useState(false);
  const account = useAccount(me.uid);
  return (
    <>
      <section>
        <h2>Delete your account</h2>
        <p>
          Your account, your profile and all your sessions are deleted at once and for good
          {me.emailVerified && ', and so are your messages to us'}.
          {me.plan === 'premium' &&
            ' Your premium plan ends with them. If you pay for it, cancel it first where you bought it: what is paid there goes on otherwise.'}{' '}
          Scripts that were kept do not know who asked for them, so they stay for their time.{' '}
          <Link to="/privacy">What is kept, and how long</Link>
        </p>
        <Button variant="default" onClick={() => setAsked(true)}>
          Delete my account
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
  /** Who has none signs in with Google once more. */
  readonly needsPassword: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks once more, and for what only the owner of the account knows. */
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
    <Dialog title="Delete your account?" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>
          This cannot be undone.
          {needsPassword && ' Please enter your password, so that nobody else can do it at your desk.'}
        </p>
        {needsPassword && <PasswordField label="Password" autoComplete="current-password" hasFocus />}
        {error && <Notice tone="problem">{describeFailure(error)}</Notice>}
        {mustSignIn && <GoogleButton label="Sign in with Google once more" onSignedIn={reset} />}
        <SubmitButton isPending={isPending}>Delete for good</SubmitButton>
      </form>
    </Dialog>
  );
}
