import { useState } from 'react';
import { Navigate, useLocation, useMatch } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { askForLogin, useSession } from '../session/public.ts';
import { PersonalDashboard } from './personal-dashboard.tsx';

/**
 * Both dashboards. Which one is shown follows from the person's plan, and the address follows from that, so that
 * nobody sees a wrong one and nothing is lost when the plan changes.
 */
export function Dashboard() {
  const { data: me, isPending, error, refetch } = useSession();
  const [person, setPerson] = useState<MeAnswer>();
  const [hasLoggedOut, setLoggedOut] = useState(false);
  const { pathname, search } = useLocation();
  // Somebody whose session ends meanwhile keeps the dashboard, and is asked to sign in again.
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
          {describeFailure(error)} <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </Notice>
      </main>
    );
  // Who has just logged out is not asked to log in.
  return <Navigate to="/" replace state={hasLoggedOut ? null : askForLogin(pathname + search)} />;
}

function RightAddress({ plan }: Pick<MeAnswer, 'plan'>) {
  const isAtPremium = useMatch('/DashboardPremium') !== null;
  if (isAtPremium === (plan === 'premium')) return null;
  return <Navigate to={plan === 'premium' ? '/DashboardPremium' : '/Dashboard'} replace />;
}
