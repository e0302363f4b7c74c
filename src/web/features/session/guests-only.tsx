import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from './session.ts';

/** A screen for people who are not signed in. Who is goes to the dashboard, and nothing is shown until that is known. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const { data: me, isPending } = useSession();
  const { search } = useLocation();
  if (isPending) return null;
  if (!me) return children;
  // A link that needs another account says so on the dashboard, too.
  const to = { pathname: '/dashboard', search: search.includes('SIGN_IN_TO_VERIFY') ? search : '' };
  return <Navigate to={to} replace />;
}
