import {
  isCancelledError,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MeAnswer } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { findPagePath, type PagePath } from '#shared/pages.ts';
import { callServer, isRecord } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { isWorkRunning } from '../../lib/running-work.ts';

/** Whether the first rendering must match HTML that was prerendered for a visitor (src/server/http/page.ts), or is being prerendered. */
export const isPrerendered =
  typeof document === 'undefined' || document.getElementById('root')?.hasChildNodes() === true;

/** `null` for a visitor. */
export type Session = MeAnswer | null;

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  // Signed out, verified or given a plan in another tab or device: noticed on return. Not during work, because another plan means
  // another page.
  refetchOnWindowFocus: () => (isWorkRunning() ? false : 'always'),
  // Without a network this fails at once instead of waiting.
  networkMode: 'always',
  // Prerendered HTML is for visitors; the session is requested all the same.
  ...(isPrerendered && { placeholderData: null }),
});

/** The single source of the session. `data` is undefined while unknown. */
export const useSession = () => useQuery(sessionQuery);

export function useRefreshSession(): () => Promise<Session> {
  const queryClient = useQueryClient();
  return async () => {
    // A pending response may be older than the sign-in.
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
    // Says what holds for whoever is signed in.
    void queryClient.invalidateQueries({ queryKey: ['config'] });
    return fetchSession(queryClient);
  };
}

/** A newer request cancels this one, which then returns the newer response. */
async function fetchSession(queryClient: QueryClient): Promise<Session> {
  try {
    return await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  } catch (error) {
    if (isCancelledError(error)) return fetchSession(queryClient);
    throw error;
  }
}

export function endSession(queryClient: QueryClient): Promise<void> {
  for (const queryKey of [['profile'], ['account'], ['costs']]) queryClient.removeQueries({ queryKey });
  void queryClient.invalidateQueries({ queryKey: ['config'] });
  return changeSession(queryClient, () => null);
}

export async function changeSession(
  queryClient: QueryClient,
  change: (session: Session) => Session,
): Promise<void> {
  // A pending response is outdated.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, session =>
    session === undefined ? undefined : change(session),
  );
}

export function getDashboardPath({ plan }: MeAnswer): PagePath {
  return plan === 'premium' ? '/DashboardPremium' : '/dashboard';
}

/** Asks better-auth first, because it returns 200 without a session, which logs no error in the console. */
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
    // The session ended between the two requests.
    if (error instanceof CodedError && error.code === 'unauthorized') return null;
    throw error;
  }
}

type LoginRequest = { readonly returnTo?: string };

/** Search parameter of a dashboard that opens the links for review. */
export const sharingSearch = 'share';

export function askForLogin(returnTo?: string): { loginRequest: LoginRequest } {
  return { loginRequest: returnTo === undefined ? {} : { returnTo } };
}

export function readLoginRequest(state: unknown): LoginRequest | undefined {
  const request = isRecord(state) ? state.loginRequest : undefined;
  if (!isRecord(request)) return undefined;
  const { returnTo } = request;
  if (returnTo === undefined) return {};
  if (typeof returnTo !== 'string') return undefined;
  return findPagePath(returnTo.split('?')[0] ?? '') && { returnTo };
}

export const afterDeletion = { isAccountDeleted: true };

export function isAccountDeleted(state: unknown): boolean {
  return isRecord(state) && state.isAccountDeleted === true;
}
