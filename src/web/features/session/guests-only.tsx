import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSession } from './session.ts';

/** A screen for people who are not signed in. Who is goes to the dashboard, and nothing is shown until that is known. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const { data: me, isPending } = useSession();
  if (isPending) return null;
  return me ? <Navigate to="/dashboard" replace /> : children;
}
