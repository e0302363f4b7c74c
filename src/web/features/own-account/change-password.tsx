import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { Button, SubmitButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { AuthFailure, getText, PasswordField, PasswordRequirements, postAuth } from '../accounts/public.ts';
import classes from './own-account-page.module.css';
import { useAccount } from './use-account.ts';

/** The way to another password; to a first one, for who came with Google. */
export function PasswordChange({ uid }: { uid: string }) {
  const [step, setStep] = useState<'none' | 'asked' | 'done'>('none');
  const account = useAccount(uid);
  if (!account) return null;
  if (account.confirmedBy !== 'password')
    return (
      <section>
        <h2>Your password</h2>
        <p>
          You sign in with Google, so there is none here. <Link to="/reset">A mail</Link> lets you choose one,
          if you are signed out.
        </p>
      </section>
    );
  return (
    <>
      <section>
        <h2>Change your password</h2>
        <p>Every other browser is signed out then, and what others guessed of the old one is of no use.</p>
        {step === 'done' && (
          <div role="status">
            <Notice tone="plain">Your new password is set.</Notice>
          </div>
        )}
        <Button variant="default" onClick={() => setStep('asked')}>
          Change my password
        </Button>
      </section>
      {step === 'asked' && (
        <PasswordDialog onClose={() => setStep('none')} onChanged={() => setStep('done')} />
      )}
    </>
  );
}

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
  const isReported = error instanceof AuthFailure && error.missing !== undefined;
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
        {error && !isReported && <Notice tone="problem">{describeFailure(error)}</Notice>}
        <SubmitButton isPending={isPending}>Set new password</SubmitButton>
      </form>
    </Dialog>
  );
}
