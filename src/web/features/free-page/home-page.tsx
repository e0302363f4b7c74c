import { useState } from 'react';
import { Navigate } from 'react-router';
import { getDashboardPath, useSession } from '../session/session.ts';
import { FreePage } from './free-page.tsx';

/** The free page for visitors. Who is signed in goes to their dashboard, and nothing is shown until that is known. */
export function HomePage() {
  const { data: me, isPending } = useSession();
  const [wasVisitor, setWasVisitor] = useState(false);
  if (!isPending && !me && !wasVisitor) setWasVisitor(true);
  return (
    <>
      {/* A visitor who signs in while Benshi works is asked before it is left. */}
      {wasVisitor && <FreePage />}
      {me && <Navigate to={getDashboardPath(me)} replace />}
    </>
  );
}
