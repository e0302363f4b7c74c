import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { TextButton } from '../../components/button.tsx';
import { FormPage } from '../../components/form-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextPage } from '../../components/text-page.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { LoginForm } from '../accounts/public.ts';
import { getDraftKey } from '../dashboard/public.ts';
import { afterDeletion, changeSession, getDashboardPath, useSession } from '../session/public.ts';
import { forgetPerson } from '../versions/public.ts';
import { PasswordChange } from './change-password.tsx';
import { AccountDeletion } from './delete-account.tsx';
import classes from './own-account-page.module.css';
import { OwnCosts } from './own-costs.tsx';

/** What a person can do with their account: take along what is kept about them, choose another password, have it deleted. */
export function OwnAccountPage() {
  const queryClient = useQueryClient();
  const { data: me, isPending, error, refetch } = useSession();
  const [isDeleted, setDeleted] = useState(false);

  function leave(uid: string) {
    forgetPerson(getDraftKey(uid));
    for (const queryKey of [['profile'], ['account'], ['costs']]) queryClient.removeQueries({ queryKey });
    setDeleted(true);
    void changeSession(queryClient, () => null);
  }

  if (isDeleted) return <Navigate to="/" replace state={afterDeletion} />;
  if (isPending) return null;
  if (me === null)
    return (
      <FormPage
        title="Your account"
        scene={{ title: 'Your seat', hint: 'It is kept for whoever has the ticket.' }}
      >
        <p className={classes.lead}>Please sign in, to see what is kept about you.</p>
        <LoginForm />
      </FormPage>
    );
  return (
    <TextPage
      title="Your account"
      scene={{ title: 'Your seat', hint: 'Take what is yours, or give it back.' }}
      lead={
        me && (
          <p className={classes.who}>
            You are signed in as <strong>{me.email}</strong>.{' '}
            <Link to={getDashboardPath(me)}>To the dashboard</Link>
          </p>
        )
      }
    >
      {!me && error && (
        <Notice tone="problem">
          {describeFailure(error)} <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </Notice>
      )}
      {me && (
        <div className={classes.panels}>
          <OwnCosts uid={me.uid} />
          <Export />
          <PasswordChange key={`password of ${me.uid}`} uid={me.uid} />
          <AccountDeletion key={me.uid} me={me} onDeleted={() => leave(me.uid)} />
        </div>
      )}
    </TextPage>
  );
}

function Export() {
  return (
    <section>
      <h2>Take your data along</h2>
      <p>
        A file with everything that is kept about you: your account and profile, how and when you signed in,
        the mails that you got, what AI did for you, and, for a confirmed address, your messages to us. It is
        JSON, which programs and people can read. <Link to="/privacy">What is kept, and why</Link>
      </p>
      <a className={classes.download} href="/api/account/export" download="benshi-account.json">
        Download my data
      </a>
    </section>
  );
}
