import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useMatch } from 'react-router';
import { type MeAnswer, profileAnswerSchema } from '#shared/api/account.ts';
import { languageNames } from '#shared/languages.ts';
import { dashboardMessages } from '#shared/messages/dashboard.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import type { Plan } from '#shared/plans.ts';
import { Button, TextButton } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PageHeader, SiteFooter } from '../../components/page-frame.tsx';
import { callServer, getAnswer } from '../../lib/call-server.ts';
import { describeFailure, showAlert } from '../../lib/failures.ts';
import { usePageFocus } from '../../lib/focus.ts';
import { findShop, publicConfigQuery, usePublicConfig } from '../../lib/public-config.ts';
import { isWorkRunning } from '../../lib/running-work.ts';
import {
  askForLogin,
  endSession,
  LinkProblem,
  LoginDialog,
  postAuth,
  useRefreshSession,
  useSession,
} from '../accounts/public.ts';
import {
  confirmLeaving,
  hasScript,
  isUsedUp,
  NarrationEditor,
  NarrationsLeft,
  NoAi,
  openEditor,
  type PageEntry,
  takeOverVisitorsWork,
  useStateOf,
} from '../editor/public.ts';
import classes from './dashboard.module.css';
import { CostNote, useDashboardService } from './dashboard-service.tsx';

/** Both dashboards. The user's plan decides which is shown, and the address; a change of plan keeps all state. */
export function Dashboard() {
  const { data: me, isPending, error, refetch } = useSession();
  const [person, setPerson] = useState<MeAnswer>();
  const [hasLoggedOut, setLoggedOut] = useState(false);
  const { pathname, search } = useLocation();
  // When the session ends, the dashboard stays and asks to sign in again.
  if (me && me !== person) setPerson(me);
  const shown = me ?? person;

  if (isPending) return null;
  if (shown && !hasLoggedOut)
    return (
      <>
        <RightAddress plan={shown.plan} />
        <PersonalDashboard
          key={shown.uid}
          me={shown}
          isSignedOut={me === null}
          onLoggedOut={() => setLoggedOut(true)}
        />
      </>
    );
  if (me === undefined && error)
    return (
      <main id="main" tabIndex={-1}>
        <FailureNotice error={error} onRetry={refetch} />
      </main>
    );
  // No login dialog after a logout.
  return <Navigate to="/" replace state={hasLoggedOut ? null : askForLogin(pathname + search)} />;
}

function RightAddress({ plan }: Pick<MeAnswer, 'plan'>) {
  const isAtPremium = useMatch('/DashboardPremium') !== null;
  const { search } = useLocation();
  if (isAtPremium === (plan === 'premium')) return null;
  const pathname = plan === 'premium' ? '/DashboardPremium' : '/Dashboard';
  return <Navigate to={{ pathname, search }} replace />;
}

const offeredPlans = { standard: ['standard'], premium: ['premium', 'standard'] } as const;

interface PersonalDashboardProps {
  readonly me: MeAnswer;
  readonly isSignedOut: boolean;
  readonly onLoggedOut: () => void;
}

function PersonalDashboard({ me, isSignedOut, onLoggedOut }: PersonalDashboardProps) {
  const [owner] = useState(() => takeOverVisitorsWork(me.uid));
  const { data: config } = usePublicConfig();
  const signIn = useSignInQuestion(isSignedOut);
  const { service, lastCosts } = useDashboardService(signIn.ask);
  const queryClient = useQueryClient();
  const latestPlan = useRef(me.plan);
  latestPlan.current = me.plan;
  const [editor] = useState(() =>
    openEditor({
      owner,
      service,
      getConfig: () => queryClient.getQueryData(publicConfigQuery.queryKey),
      getPlans: () => offeredPlans[latestPlan.current],
    }),
  );
  const watchPlan = usePlanWatch(me.plan);
  const main = usePageFocus('dashboard');
  const isWorkspace = useStateOf(editor, hasScript);
  const name = useName(me);
  const { logOut, isPending } = useLogout(onLoggedOut);
  const planUrl = config?.premiumPlanUrl;
  const menu: readonly (PageEntry | false)[] = [
    { label: t(dashboardMessages.account), to: '/account' },
    me.plan !== 'premium' &&
      planUrl !== undefined && {
        label: t(dashboardMessages.getPremium),
        href: findShop(planUrl, me.email)?.href ?? planUrl,
        onOpen: watchPlan,
      },
    { label: t(pageMessages.contact), to: '/contact' },
    { label: t(pageMessages.privacy), to: '/privacy' },
    { label: t(dashboardMessages.logout), onChoose: logOut },
  ];
  return (
    <div className={classes.frame}>
      {!isWorkspace && (
        <PageHeader>
          <Link className={classes.account} to="/account">
            {t(dashboardMessages.account)}
          </Link>
          <Button variant="default" isBusy={isPending} onClick={logOut}>
            {t(dashboardMessages.logout)}
          </Button>
        </PageHeader>
      )}
      <div className={`scroll ${classes.panel}`}>
        <main id="main" ref={main} tabIndex={-1} className={classes.content}>
          <LinkProblem />
          {me.needsVerificationForPremium && <VerificationNotice email={me.email} />}
          <NarrationEditor
            editor={editor}
            languageNames={languageNames}
            introduce={isFolded => (
              <DashboardHead
                me={me}
                name={name}
                planUrl={planUrl}
                onPlanOpened={watchPlan}
                isFolded={isFolded}
              />
            )}
            promise={<p className="flat soft">{t(dashboardMessages.videoPromise)}</p>}
            renderCost={facts => (
              <CostNote facts={facts} last={lastCosts[facts.work]} isSignedOut={isSignedOut} />
            )}
            allowance={<NarrationsLeft narrations={me.narrations} />}
            isUsedUp={isUsedUp(me.narrations)}
            menu={menu.filter(entry => entry !== false)}
            menuTitle={greet(me, name)}
          />
        </main>
        {!isWorkspace && <SiteFooter />}
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

function useSignInQuestion(isSignedOut: boolean) {
  const [isAsked, setAsked] = useState(false);
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (isSignedOut !== wasSignedOut) {
    setWasSignedOut(isSignedOut);
    setAsked(isSignedOut);
  }
  return { isAsked, ask: () => setAsked(true), close: () => setAsked(false) };
}

function VerificationNotice({ email }: { email: string }) {
  const sending = useMutation({
    mutationFn: () => callServer('/api/verification-mail', { method: 'POST' }),
  });
  return (
    <section className="stack apart" aria-label={t(dashboardMessages.premiumPlan)}>
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

const usualMs = 60_000;

/** While a purchase is expected: the payment provider reports it within seconds. */
const purchasePollMs = 5000;
const purchasePollForMs = 15 * 60_000;

/**
 * Polls the session, so that a bought or ended plan shows without a reload. Returning to the tab refreshes at once (see session.ts); not
 * while work is running. @returns to be called when the user opens the shop
 */
function usePlanWatch(plan: Plan): () => void {
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

interface DashboardHeadProps {
  readonly me: MeAnswer;
  readonly name: string | undefined;
  /** Shop of the premium plan; undefined until the server has responded. */
  readonly planUrl: string | undefined;
  readonly onPlanOpened: () => void;
  readonly isFolded: boolean;
}

function DashboardHead({ me, name, planUrl, onPlanOpened, isFolded }: DashboardHeadProps) {
  const isPremium = me.plan === 'premium';
  const title = t(isPremium ? dashboardMessages.premiumTitle : pageMessages.dashboard);
  return (
    <div className={isFolded ? 'visually-hidden' : `row spread ${classes.head}`}>
      <title>{t(pageMessages.documentTitle, { title })}</title>
      <div>
        <h1>{isPremium ? title : greet(me, name)}</h1>
        {isPremium && <p className={classes.welcome}>{greet(me, name)}</p>}
        {!isFolded && (
          <p className="soft">{t(dashboardMessages.intro, { languages: languageNames.length })}</p>
        )}
        {!isFolded && <NoAi />}
      </div>
      {!isPremium && !isFolded && planUrl !== undefined && (
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

function greet({ plan }: MeAnswer, name: string | undefined): string {
  const { welcome, welcomeName, premiumWelcome, premiumWelcomeName } = dashboardMessages;
  if (name === undefined) return t(plan === 'premium' ? premiumWelcome : welcome);
  return t(plan === 'premium' ? premiumWelcomeName : welcomeName, { name });
}

/** The profile's name, or the e-mail address without one; undefined while loading. */
function useName({ uid, email }: MeAnswer): string | undefined {
  const { data: profile, error } = useQuery({
    queryKey: ['profile', uid],
    queryFn: ({ signal }) => getAnswer('/api/profile', profileAnswerSchema, { signal }),
  });
  useEffect(() => {
    if (error) showAlert(t(dashboardMessages.noProfile));
  }, [error]);
  if (profile) return profile.name.trim() || email;
  return error ? email : undefined;
}

/** Drafts and versions stay in this browser for the next sign-in. */
function useLogout(onLoggedOut: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => postAuth('/sign-out'),
    onSuccess: () => {
      onLoggedOut();
      return endSession(queryClient);
    },
    onError: error => showAlert(describeFailure(error)),
  });
  return {
    isPending,
    logOut: () => {
      if (!isPending && confirmLeaving()) mutate();
    },
  };
}
