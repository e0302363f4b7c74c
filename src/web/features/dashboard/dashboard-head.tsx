import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type MeAnswer, profileAnswerSchema } from '#shared/api/account.ts';
import { languageNames } from '#shared/languages.ts';
import { Button } from '../../components/button.tsx';
import { callServer } from '../../lib/call-server.ts';
import { describeFailure, showAlert } from '../../lib/describe-failure.ts';
import { postAuth } from '../accounts/public.ts';
import { findShop } from '../plans/public.ts';
import { changeSession } from '../session/public.ts';
import { confirmLeaving } from '../studio/public.ts';
import classes from './dashboard.module.css';

interface DashboardHeadProps {
  readonly me: MeAnswer;
  /** Where the premium plan is bought; unknown until the server has said so. */
  readonly planUrl: string | undefined;
  /** The person goes to where the plan is bought. */
  readonly onPlanOpened: () => void;
  /** There is work on the screen: what the studio is for is known. */
  readonly isFolded: boolean;
}

/** Who is welcome here, to what, and where there is more. */
export function DashboardHead({ me, planUrl, onPlanOpened, isFolded }: DashboardHeadProps) {
  const name = useName(me);
  const welcome = name === undefined ? 'Welcome' : `Welcome, ${name}`;
  const isPremium = me.plan === 'premium';
  return (
    <div className={classes.head} data-folded={isFolded}>
      <title>{isPremium ? 'Premium dashboard · Benshi' : 'Dashboard · Benshi'}</title>
      <div>
        <h1>{isPremium ? 'Premium dashboard' : welcome}</h1>
        {isPremium && <p className={classes.welcome}>{welcome}. Only premium users see this screen.</p>}
        {!isFolded && (
          <p>
            Give Benshi a video and a prompt. It writes a narration in one of {languageNames.length} languages
            and reads it to you; every word in between is yours to change.
          </p>
        )}
      </div>
      {!isPremium && planUrl !== undefined && (
        <a
          className={classes.plan}
          href={
            findShop({ premiumPlanUrl: planUrl, origin: window.location.origin, email: me.email })?.href ??
            planUrl
          }
          target="_blank"
          rel="noopener"
          onClick={onPlanOpened}
        >
          Get the premium plan
        </a>
      )}
    </div>
  );
}

/** The name of the profile, or the e-mail address when there is none; undefined while it is being read. */
function useName({ uid, email }: MeAnswer): string | undefined {
  const { data: profile, error } = useQuery({
    queryKey: ['profile', uid],
    queryFn: async ({ signal }) => {
      const response = await callServer('/api/profile', { signal });
      return profileAnswerSchema.parse(await response.json());
    },
  });
  useEffect(() => {
    if (error) showAlert('An error occured while fetching user data');
  }, [error]);
  if (profile) return profile.name.trim() || email;
  return error ? email : undefined;
}

interface LogoutButtonProps {
  readonly onLoggedOut: () => void;
}

/** What the person has made stays in this browser under their name, for when they sign in again. */
export function LogoutButton({ onLoggedOut }: LogoutButtonProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => postAuth('/sign-out'),
    networkMode: 'always',
    onSuccess: () => {
      for (const queryKey of [['profile'], ['account'], ['costs']]) queryClient.removeQueries({ queryKey });
      onLoggedOut();
      return changeSession(queryClient, () => null);
    },
    onError: error => showAlert(describeFailure(error)),
  });
  return (
    <Button
      variant="default"
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending && confirmLeaving()) mutate();
      }}
    >
      Logout
    </Button>
  );
}
