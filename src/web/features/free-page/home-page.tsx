import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Notice } from '../../components/notice.tsx';
import { isFarewell } from '../session/farewell.ts';
import { readLoginRequest } from '../session/login-request.ts';
import { getDashboardPath, useSession } from '../session/session.ts';
import { FreePage } from './free-page.tsx';

/**
 * The free page for visitors. Who is signed in goes to their dashboard, and nothing is shown until that is known: by the
 * server, which sends this page's HTML only to who has no session, or by its answer.
 */
export function HomePage() {
  const { data: me, isPending } = useSession();
  const { state }: { state: unknown } = useLocation();
  const [wasVisitor, setWasVisitor] = useState(false);
  if (!isPending && !me && !wasVisitor) setWasVisitor(true);
  return (
    <>
      <title>Benshi · your video, told aloud</title>
      {isFarewell(state) && !me && (
        <Notice tone="plain">
          <p role="status">Your account was deleted, with everything that was kept about you.</p>
        </Notice>
      )}
      {/* A visitor who signs in while Benshi works is asked before it is left. */}
      {wasVisitor && <FreePage />}
      {me && <Navigate to={readLoginRequest(state)?.returnTo ?? getDashboardPath(me)} replace />}
    </>
  );
}
