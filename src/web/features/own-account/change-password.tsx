import { useState } from 'react';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { linkTo, richText } from '../../lib/rich-text.tsx';
import {
  AuthFailure,
  getText,
  NewPasswordField,
  PasswordField,
  postAuth,
  useSubmission,
} from '../accounts/public.ts';

/** Changes the password; for users who sign in with Google, explains how to set a first one. */
export function PasswordChange({ hasPassword }: { hasPassword: boolean }) {
  const [step, setStep] = useState<'none' | 'asked' | 'done'>('none');
  if (!hasPassword)
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

/** Asks for the old password, which proves ownership, and the new one. */
function PasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const { submit, isPending, error } = useSubmission(async fields => {
    await postAuth('/change-password', {
      currentPassword: getText(fields, 'password'),
      newPassword: getText(fields, 'new-password'),
    });
    onChanged();
  }, 'own');
  // Missing requirements are shown below the field.
  const isReported = error instanceof AuthFailure && error.missing !== undefined;
  return (
    <Dialog title={t(ownAccountMessages.changePassword)} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <PasswordField
          label={t(ownAccountMessages.currentPassword)}
          autoComplete="current-password"
          hasFocus
        />
        <NewPasswordField label={t(accountMessages.newPassword)} name="new-password" failure={error} />
        {error && !isReported && <FailureNotice error={error} />}
        <SubmitButton isPending={isPending}>{t(accountMessages.setPassword)}</SubmitButton>
      </form>
    </Dialog>
  );
}
