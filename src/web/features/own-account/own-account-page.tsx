import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { type CostsAnswer, costsAnswerSchema } from '#shared/api/costs.ts';
import { accountAnswerSchema } from '#shared/api/personal-data.ts';
import { describeDollars } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { FormPage } from '../../components/form-page.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { TextPage } from '../../components/text-page.tsx';
import { getAnswer } from '../../lib/call-server.ts';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import { LoginForm } from '../accounts/public.ts';
import { forgetWorkOf, getOwner } from '../editor/public.ts';
import { afterDeletion, endSession, useSession } from '../session/public.ts';
import { ApiTokens } from './api-tokens.tsx';
import { PasswordChange } from './change-password.tsx';
import { AccountDeletion } from './delete-account.tsx';
import classes from './own-account-page.module.css';

export function OwnAccountPage() {
  const queryClient = useQueryClient();
  const { data: me, isPending, error, refetch } = useSession();
  const [isDeleted, setDeleted] = useState(false);

  function leave(uid: string) {
    // Where nothing can be deleted, nothing could be kept.
    forgetWorkOf(getOwner(uid)).catch(() => {});
    setDeleted(true);
    void endSession(queryClient);
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
      {me && <Panels key={me.uid} me={me} onDeleted={() => leave(me.uid)} />}
    </TextPage>
  );
}

function Panels({ me, onDeleted }: { me: MeAnswer; onDeleted: () => void }) {
  const { data: account } = useQuery({
    queryKey: ['account', me.uid],
    queryFn: ({ signal }) => getAnswer('/api/account', accountAnswerSchema, signal),
  });
  return (
    <div className={classes.panels}>
      <OwnCosts uid={me.uid} />
      <Export />
      <ApiTokens uid={me.uid} />
      {account && <PasswordChange hasPassword={account.confirmedBy === 'password'} />}
      <AccountDeletion
        me={me}
        needsPassword={account?.confirmedBy !== 'recent sign-in'}
        onDeleted={onDeleted}
      />
    </div>
  );
}

const steps = [
  ['vision', ownAccountMessages.costVision],
  ['script', ownAccountMessages.costScript],
  ['speech', ownAccountMessages.costSpeech],
  ['transcription', ownAccountMessages.costTranscription],
] as const;

/** The user's costs this month; nothing if it was free, or no price is known. */
function OwnCosts({ uid }: { uid: string }) {
  const { data: costs } = useQuery({
    queryKey: ['costs', uid],
    queryFn: ({ signal }) => getAnswer('/api/account/costs', costsAnswerSchema, signal),
    staleTime: 0,
  });
  if (!costs?.total) return null;
  return (
    <section>
      <h2>{t(ownAccountMessages.costs, { month: nameMonth(costs) })}</h2>
      <p>{t(ownAccountMessages.costTotal, { amount: describeDollars(costs.total.dollars) })}</p>
      <ul>
        {steps.map(([step, message]) => {
          const cost = costs.steps[step];
          return cost && <li key={step}>{t(message, { amount: describeDollars(cost.dollars) })}</li>;
        })}
      </ul>
      {!costs.total.isComplete && <p>{t(ownAccountMessages.costIncomplete)}</p>}
    </section>
  );
}

/** `November 2026` */
function nameMonth({ month }: CostsAnswer): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
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
