import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { AuthFailure, postAuth } from '../accounts/call-auth.ts';
import { PasswordField } from '../accounts/fields.tsx';
import { PasswordRequirements } from '../accounts/password-requirements.tsx';
import { getText } from '../accounts/use-submission.ts';
import classes from './own-account-page.module.css';

interface PasswordDialogProps {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks for the old password, which only the owner of the account knows, and the new one. */
export function PasswordDialog({ onClose, onChanged }: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fields: FormData) =>
      postAuth('/change-password', {
        currentPassword: getText(fields, 'password'),
        newPassword: getText(fields, 'new-password'),
      }),
    networkMode: 'always',
    onSuccess: onChanged,
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  }
  // What the new one lacks is told below it.
  const isTold = error instanceof AuthFailure && error.missing !== undefined;
  return (
    <Dialog title="Change your password" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <PasswordField label="Present Password" autoComplete="current-password" hasFocus />
        <PasswordField
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          onChange={setPassword}
        />
        <PasswordRequirements password={password} failure={error} />
        {error && !isTold && <Notice tone="problem">{describeFailure(error)}</Notice>}
        <SubmitButton isPending={isPending}>Set new password</SubmitButton>
      </form>
    </Dialog>
  );
}
