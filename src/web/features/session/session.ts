import {
  isCancelledError,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MeAnswer } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import type { PagePath } from '#shared/pages.ts';
import { callServer } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { isPrerendered } from '../../lib/prerendered.ts';
import { isWorkRunning } from '../../lib/running-work.ts';

/** The signed-in person; `null` for nobody. */
export type Session = MeAnswer | null;

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  // Signed out, verified or given a plan in another tab or on another device: seen on coming back. Running work is
  // left in peace, because another plan means another screen.
  refetchOnWindowFocus: () => (isWorkRunning() ? false : 'always'),
  // Without a network this fails and says so, instead of waiting for one in silence.
  networkMode: 'always',
  // Prerendered HTML is for visitors; the session is requested all the same.
  ...(isPrerendered && { placeholderData: null }),
});

/** The one place that knows who is signed in. `data` is undefined while that is not known. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** Asks the server again, after a sign-in or when its answer may have changed. */
export function useRefreshSession(): () => Promise<Session> {
  const queryClient = useQueryClient();
  return async () => {
    // An answer that is on its way may be from before the sign-in.
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
    return fetchSession(queryClient);
  };
}

/** A newer request cancels this one, which then returns the newer answer. */
async function fetchSession(queryClient: QueryClient): Promise<Session> {
  try {
    return await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  } catch (error) {
    if (isCancelledError(error)) return fetchSession(queryClient);
    throw error;
  }
}

/** Notes what is known without asking, such as after a sign-out. */
export async function changeSession(
  queryClient: QueryClient,
  change: (session: Session) => Session,
): Promise<void> {
  // An answer that is on its way is from before.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, session =>
    session === undefined ? undefined : change(session),
  );
}

/** The dashboard of a person's plan. */
export function getDashboardPath({ plan }: MeAnswer): PagePath {
  return plan === 'premium' ? '/DashboardPremium' : '/dashboard';
}

/** Asks better-auth first, because it answers 200 without a session, which logs no error in the console. */
async function readSession(signal: AbortSignal): Promise<Session> {
  const session = await callServer('/api/auth/get-session', { signal });
  if ((await session.json()) === null) return null;
  try {
    const [response, { meAnswerSchema }] = await Promise.all([
      callServer('/api/me', { signal }),
      loadChunk('answers', () => import('#shared/api/account.ts')),
    ]);
    return meAnswerSchema.parse(await response.json());
  } catch (error) {
    // Ended between the two questions.
    if (error instanceof CodedError && error.code === 'unauthorized') return null;
    throw error;
  }
}
