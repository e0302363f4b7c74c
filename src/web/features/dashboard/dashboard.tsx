import { useState } from 'react';
import { Navigate, useLocation, useMatch } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { askForLogin, useSession } from '../session/public.ts';
import { PersonalDashboard } from './personal-dashboard.tsx';

/** Both dashboards. The user's plan decides which is shown, and the address; a change of plan keeps all state. */
export function Dashboard() {
  const { data: me, isPending, error, refetch } = useSession();
  const [person, setPerson] = useState<MeAnswer>();
  const [hasLoggedOut, setLoggedOut] = useState(false);
  const { pathname, search } = useLocation();
  // When the session ends, the dashboard stays and asks to sign in again.
  if (me && me !== person) setPerson(me);
  const shown = me ?? person;

  if (isPending) return null;
  if (shown && !hasLoggedOut)
    return (
      <>
        <RightAddress plan={shown.plan} />
        <PersonalDashboard
          key={shown.uid}
          me={shown}
          isSignedOut={me === null}
          onLoggedOut={() => setLoggedOut(true)}
        />
      </>
    );
  if (me === undefined && error)
    return (
      <main id="main" tabIndex={-1}>
        <Notice tone="problem">
          {describeFailure(error)}{' '}
          <TextButton onClick={() => void refetch()}>{t(pageMessages.tryAgain)}</TextButton>
        </Notice>
      </main>
    );
  // No login dialog after a logout.
  return <Navigate to="/" replace state={hasLoggedOut ? null : askForLogin(pathname + search)} />;
}

function RightAddress({ plan }: Pick<MeAnswer, 'plan'>) {
  const isAtPremium = useMatch('/DashboardPremium') !== null;
  if (isAtPremium === (plan === 'premium')) return null;
  return <Navigate to={plan === 'premium' ? '/DashboardPremium' : '/Dashboard'} replace />;
}
