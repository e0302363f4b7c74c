import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from './session.ts';

interface VisitorsOnlyProps {
  readonly children: ReactNode;
  /** A code of `LinkProblem`, for the dashboard. */
  readonly notice?: string | undefined;
}

/** A page for visitors. Signed-in users are redirected to the dashboard; nothing is shown until the session is known. */
export function VisitorsOnly({ children, notice }: VisitorsOnlyProps) {
  const { data: me, isPending } = useSession();
  const { search } = useLocation();
  if (isPending) return null;
  if (!me) return children;
  // A link for another account shows this on the dashboard, too.
  const kept = search.includes('SIGN_IN_TO_VERIFY') ? search : '';
  return <Navigate to={{ pathname: '/dashboard', search: notice ? `?error=${notice}` : kept }} replace />;
}
