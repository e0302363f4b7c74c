import { useState } from 'react';
import { Navigate, useLocation, useMatch } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { FailureNotice } from '../../components/notice.tsx';
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
        <FailureNotice error={error} onRetry={refetch} />
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
