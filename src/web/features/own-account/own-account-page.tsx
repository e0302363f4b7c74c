import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { FormPage } from '../../components/form-page.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { TextPage } from '../../components/text-page.tsx';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import { LoginForm } from '../accounts/public.ts';
import { forgetWorkOf, getOwner } from '../editor/public.ts';
import { afterDeletion, changeSession, useSession } from '../session/public.ts';
import { PasswordChange } from './change-password.tsx';
import { AccountDeletion } from './delete-account.tsx';
import classes from './own-account-page.module.css';
import { OwnCosts } from './own-costs.tsx';

export function OwnAccountPage() {
  const queryClient = useQueryClient();
  const { data: me, isPending, error, refetch } = useSession();
  const [isDeleted, setDeleted] = useState(false);

  function leave(uid: string) {
    // Where nothing can be deleted, nothing could be kept.
    forgetWorkOf(getOwner(uid)).catch(() => {});
    for (const queryKey of [['profile'], ['account'], ['costs']]) queryClient.removeQueries({ queryKey });
    setDeleted(true);
    void changeSession(queryClient, () => null);
  }

  if (isDeleted) return <Navigate to="/" replace state={afterDeletion} />;
  if (isPending) return null;
  if (me === null)
    return (
      <FormPage title={t(ownAccountMessages.title)}>
        <p className={classes.lead}>{t(ownAccountMessages.signIn)}</p>
        <LoginForm />
      </FormPage>
    );
  return (
    <TextPage
      title={t(ownAccountMessages.title)}
      lead={
        me && (
          <p className={classes.who}>
            {richText(t(ownAccountMessages.signedInAs, { email: me.email }), { email: strong })}
          </p>
        )
      }
    >
      {!me && error && <FailureNotice error={error} onRetry={refetch} />}
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
      <h2>{t(ownAccountMessages.export)}</h2>
      <p>{richText(t(ownAccountMessages.exportContent), { privacy: linkTo('/privacy') })}</p>
      <a className={classes.download} href="/api/account/export" download="benshi-account.json">
        {t(ownAccountMessages.download)}
      </a>
    </section>
  );
}
