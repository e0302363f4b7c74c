import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { languageNames } from '#shared/languages.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import type { Plan } from '#shared/plans.ts';
import { TextButton } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { callServer } from '../../lib/call-server.ts';
import { usePageFocus } from '../../lib/focus.ts';
import { isWorkRunning } from '../../lib/running-work.ts';
import { LinkProblem, LoginDialog } from '../accounts/public.ts';
import {
  createEditor,
  isUsedUp,
  NarrationEditor,
  NarrationsLeft,
  takeOverVisitorsWork,
} from '../editor/public.ts';
import { publicConfigQuery, usePublicConfig } from '../public-config/public.ts';
import { useRefreshSession } from '../session/public.ts';
import { CostNote } from './cost-note.tsx';
import classes from './dashboard.module.css';
import { DashboardHead, LogoutButton } from './dashboard-head.tsx';
import { useDashboardService } from './dashboard-service.ts';

const offeredPlans = { standard: ['standard'], premium: ['premium', 'standard'] } as const;

interface PersonalDashboardProps {
  readonly me: MeAnswer;
  /** The user's session has ended. */
  readonly isSignedOut: boolean;
  readonly onLoggedOut: () => void;
}

/** A signed-in user's studio. The page does not scroll; its panel does. */
export function PersonalDashboard({ me, isSignedOut, onLoggedOut }: PersonalDashboardProps) {
  const [owner] = useState(() => takeOverVisitorsWork(me.uid));
  const { data: config } = usePublicConfig();
  const signIn = useSignInQuestion(isSignedOut);
  const { service, lastCosts } = useDashboardService(signIn.ask);
  const queryClient = useQueryClient();
  const latestPlan = useRef(me.plan);
  latestPlan.current = me.plan;
  const [editor] = useState(() =>
    createEditor({
      owner,
      service,
      getConfig: () => queryClient.getQueryData(publicConfigQuery.queryKey),
      getPlans: () => offeredPlans[latestPlan.current],
    }),
  );
  const watchPlan = usePlanWatch(me.plan);
  const main = usePageFocus('dashboard');
  return (
    <div className={classes.frame}>
      <PageHeader>
        <Link className={classes.account} to="/account">
          {t(dashboardMessages.account)}
        </Link>
        <LogoutButton onLoggedOut={onLoggedOut} />
      </PageHeader>
      <div className={classes.panel}>
        <main id="main" ref={main} tabIndex={-1} className={classes.content}>
          <LinkProblem />
          {me.needsVerificationForPremium && <VerificationNotice email={me.email} />}
          <NarrationEditor
            editor={editor}
            languageNames={languageNames}
            introduce={isFolded => (
              <DashboardHead
                me={me}
                planUrl={config?.premiumPlanUrl}
                onPlanOpened={watchPlan}
                isFolded={isFolded}
              />
            )}
            promise={<p className={classes.quiet}>{t(dashboardMessages.videoPromise)}</p>}
            renderCost={facts => (
              <CostNote facts={facts} last={lastCosts[facts.work]} isSignedOut={isSignedOut} />
            )}
            allowance={<NarrationsLeft narrations={me.narrations} />}
            isUsedUp={isUsedUp(me.narrations)}
          />
        </main>
        <SiteFooter />
      </div>
      {signIn.isAsked && (
        <LoginDialog
          title={t(dashboardMessages.signInAgain)}
          email={me.email}
          onClose={signIn.close}
          onSignedIn={signIn.close}
          reason={t(dashboardMessages.signedOut)}
        />
      )}
    </div>
  );
}

/** Asks to sign in when the session ends, and again after each such response. */
function useSignInQuestion(isSignedOut: boolean) {
  const [isAsked, setAsked] = useState(false);
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (isSignedOut !== wasSignedOut) {
    setWasSignedOut(isSignedOut);
    setAsked(isSignedOut);
  }
  return { isAsked, ask: () => setAsked(true), close: () => setAsked(false) };
}

/** For a premium address that is not confirmed yet. */
export function VerificationNotice({ email }: { email: string }) {
  const sending = useMutation({
    mutationFn: () => callServer('/api/verification-mail', { method: 'POST' }),
  });
  return (
    <section className={classes.verification} aria-label={t(dashboardMessages.premiumPlan)}>
      <Notice tone="plain">
        <p>
          <strong>{t(dashboardMessages.confirmForPremium)}</strong>{' '}
          {t(dashboardMessages.openVerification, { email })}
        </p>
        <p aria-live="polite">
          {sending.isPending && t(pageMessages.loading)}
          {sending.isSuccess && t(dashboardMessages.verificationSent)}
          {!sending.isPending && !sending.isSuccess && (
            <TextButton onClick={() => sending.mutate()}>
              {t(dashboardMessages.resendVerification)}
            </TextButton>
          )}
        </p>
      </Notice>
      {sending.error && <FailureNotice error={sending.error} />}
    </section>
  );
}

/** How often a visible dashboard polls the plan. */
const usualMs = 60_000;

/** While a purchase is expected: the payment provider reports it within seconds. */
const purchasePollMs = 5000;
const purchasePollForMs = 15 * 60_000;

/**
 * Polls the session, so that a bought or ended plan shows without a reload. Returning to the tab refreshes at once (see
 * session.ts); not while work is running.
 * @returns to be called when the user opens the shop
 */
export function usePlanWatch(plan: Plan): () => void {
  const refreshSession = useRefreshSession();
  const [expectedAt, setExpectedAt] = useState<number>();
  const isExpected = plan === 'standard' && expectedAt !== undefined;
  const look = useEffectEvent(() => {
    if (isExpected && Date.now() > expectedAt + purchasePollForMs) setExpectedAt(undefined);
    // A failure is retried by the next poll.
    if (document.visibilityState === 'visible' && !isWorkRunning()) refreshSession().catch(() => {});
  });
  useEffect(() => {
    const timer = setInterval(look, isExpected ? purchasePollMs : usualMs);
    return () => clearInterval(timer);
  }, [isExpected]);
  return () => setExpectedAt(Date.now());
}
