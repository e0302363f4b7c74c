import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { CodedError } from '#shared/errors.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { postJson } from '../../lib/call-server.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { PasswordField } from '../accounts/fields.tsx';
import { GoogleButton } from '../accounts/google-button.tsx';
import { getText } from '../accounts/use-submission.ts';
import classes from './own-account-page.module.css';

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
