import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { linkTo, richText } from '../../lib/rich-text.tsx';
import { AuthFailure, getText, PasswordField, PasswordRequirements, postAuth } from '../accounts/public.ts';
import classes from './own-account-page.module.css';
import { useAccount } from './use-account.ts';

/** Changes the password; for users who sign in with Google, explains how to set a first one. */
export function PasswordChange({ uid }: { uid: string }) {
  const [step, setStep] = useState<'none' | 'asked' | 'done'>('none');
  const account = useAccount(uid);
  if (!account) return null;
  if (account.confirmedBy !== 'password')
    return (
      <section>
        <h2>{t(accountMessages.password)}</h2>
        <p>{richText(t(ownAccountMessages.passwordOfGoogle), { reset: linkTo('/reset') })}</p>
      </section>
    );
  return (
    <>
      <section>
        <h2>{t(accountMessages.password)}</h2>
        <p>{t(ownAccountMessages.passwordSignsOut)}</p>
        {step === 'done' && (
          <div role="status">
            <Notice tone="plain">{t(ownAccountMessages.passwordSet)}</Notice>
          </div>
        )}
        <Button variant="default" onClick={() => setStep('asked')}>
          {t(ownAccountMessages.changePassword)}
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

/** Asks for the old password, which proves ownership, and the new one. */
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
  // Missing requirements are shown below the field.
  const isReported = error instanceof AuthFailure && error.missing !== undefined;
  return (
    <Dialog title={t(ownAccountMessages.changePassword)} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <PasswordField
          label={t(ownAccountMessages.currentPassword)}
          autoComplete="current-password"
          hasFocus
        />
        <PasswordField
          label={t(accountMessages.newPassword)}
          name="new-password"
          autoComplete="new-password"
          onChange={setPassword}
        />
        <PasswordRequirements password={password} failure={error} />
        {error && !isReported && <FailureNotice error={error} />}
        <SubmitButton isPending={isPending}>{t(accountMessages.setPassword)}</SubmitButton>
      </form>
    </Dialog>
  );
}
