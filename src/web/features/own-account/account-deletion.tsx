import { useState } from 'react';
import { Link } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { Button } from '../../components/button.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
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
