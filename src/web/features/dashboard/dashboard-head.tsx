import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type MeAnswer, profileAnswerSchema } from '#shared/api/account.ts';
import { languageNames } from '#shared/languages.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Button } from '../../components/button.tsx';
import { getAnswer } from '../../lib/call-server.ts';
import { describeFailure, showAlert } from '../../lib/failures.ts';
import { postAuth } from '../accounts/public.ts';
import { confirmLeaving } from '../editor/public.ts';
import { findShop } from '../plans/public.ts';
import { endSession } from '../session/public.ts';
import classes from './dashboard.module.css';

interface DashboardHeadProps {
  readonly me: MeAnswer;
  /** Shop of the premium plan; undefined until the server has responded. */
  readonly planUrl: string | undefined;
  readonly onPlanOpened: () => void;
  /** Hides the description once work has begun. */
  readonly isFolded: boolean;
}

export function DashboardHead({ me, planUrl, onPlanOpened, isFolded }: DashboardHeadProps) {
  const name = useName(me);
  const isPremium = me.plan === 'premium';
  const title = t(isPremium ? dashboardMessages.premiumTitle : pageMessages.dashboard);
  const greet = (nobody: Message, somebody: Message<'name'>) =>
    name === undefined ? t(nobody) : t(somebody, { name });
  const { welcome, welcomeName, premiumWelcome, premiumWelcomeName } = dashboardMessages;
  return (
    <div className={classes.head} data-folded={isFolded}>
      <title>{t(pageMessages.documentTitle, { title })}</title>
      <div>
        <h1>{isPremium ? title : greet(welcome, welcomeName)}</h1>
        {isPremium && <p className={classes.welcome}>{greet(premiumWelcome, premiumWelcomeName)}</p>}
        {!isFolded && <p>{t(dashboardMessages.intro, { languages: languageNames.length })}</p>}
      </div>
      {!isPremium && planUrl !== undefined && (
        <a
          className={classes.plan}
          href={findShop(planUrl, me.email)?.href ?? planUrl}
          target="_blank"
          rel="noopener"
          onClick={onPlanOpened}
        >
          {t(dashboardMessages.getPremium)}
        </a>
      )}
    </div>
  );
}

/** The profile's name, or the e-mail address without one; undefined while loading. */
function useName({ uid, email }: MeAnswer): string | undefined {
  const { data: profile, error } = useQuery({
    queryKey: ['profile', uid],
    queryFn: ({ signal }) => getAnswer('/api/profile', profileAnswerSchema, signal),
  });
  useEffect(() => {
    if (error) showAlert(t(dashboardMessages.noProfile));
  }, [error]);
  if (profile) return profile.name.trim() || email;
  return error ? email : undefined;
}

/** Drafts and versions stay in this browser for the next sign-in. */
export function LogoutButton({ onLoggedOut }: { onLoggedOut: () => void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => postAuth('/sign-out'),
    networkMode: 'always',
    onSuccess: () => {
      onLoggedOut();
      return endSession(queryClient);
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
      {t(dashboardMessages.logout)}
    </Button>
  );
}
