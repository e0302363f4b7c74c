import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { PasswordDialog } from './password-dialog.tsx';
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
