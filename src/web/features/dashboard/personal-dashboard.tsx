import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { languageNames } from '#shared/languages.ts';
import type { Plan } from '#shared/plans.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { callServer } from '../../lib/call-server.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { isWorkRunning } from '../../lib/running-work.ts';
import { useArrivalFocus } from '../../lib/use-arrival-focus.ts';
import { LinkProblem, LoginDialog } from '../accounts/public.ts';
import { usePublicConfig } from '../public-config/public.ts';
import { useRefreshSession } from '../session/public.ts';
import {
  EngineNote,
  findVoice,
  isUsedUp,
  NarrationsLeft,
  premiumVoiceGroup,
  readVideoLimits,
  Studio,
  standardVoiceGroup,
  useChoices,
} from '../studio/public.ts';
import { VoicePicker } from '../voice-picker/public.ts';
import { findSpeaker, useSpeakers } from '../voice-samples/public.ts';
import { CostNote } from './cost-note.tsx';
import classes from './dashboard.module.css';
import { getDraftKey, takeOverFreeDraft } from './dashboard-draft.ts';
import { DashboardHead, LogoutButton } from './dashboard-head.tsx';
import { useDashboardService } from './dashboard-service.ts';

const offeredVoices = { standard: [standardVoiceGroup], premium: [premiumVoiceGroup, standardVoiceGroup] };

interface PersonalDashboardProps {
  readonly me: MeAnswer;
  /** The session of this person has ended. */
  readonly isSignedOut: boolean;
  readonly onLoggedOut: () => void;
}

/** A signed-in person's own studio. The page stands still; its panel scrolls. */
export function PersonalDashboard({ me, isSignedOut, onLoggedOut }: PersonalDashboardProps) {
  const [draftKey] = useState(() => takeOverFreeDraft(getDraftKey(me.uid)));
  const { data: config } = usePublicConfig();
  const signIn = useSignInQuestion(isSignedOut);
  const { service, lastCosts } = useDashboardService(signIn.ask);
  const choices = useChoices(draftKey);
  const voices = offeredVoices[me.plan];
  const voice = findVoice(voices, choices.voice);
  const speakers = useSpeakers(voice, me.plan);
  const watchPlan = usePlanWatch(me.plan);
  const main = useArrivalFocus('dashboard');
  return (
    <div className={classes.frame}>
      <PageHeader>
        <Link className={classes.account} to="/account">
          Account
        </Link>
        <LogoutButton onLoggedOut={onLoggedOut} />
      </PageHeader>
      <div className={classes.panel}>
        <main id="main" ref={main} tabIndex={-1} className={classes.content}>
          <LinkProblem />
          {me.needsVerificationForPremium && <VerificationNotice email={me.email} />}
          <Studio
            service={service}
            choices={choices}
            languageNames={languageNames}
            voices={voices}
            voiceControl={VoicePicker}
            speakers={speakers}
            limits={readVideoLimits(config)}
            draftKey={draftKey}
            introduce={isFolded => (
              <DashboardHead
                me={me}
                planUrl={config?.premiumPlanUrl}
                onPlanOpened={watchPlan}
                isFolded={isFolded}
              />
            )}
            promise={<p className={classes.quiet}>Your video is looked at and deleted. It is never kept.</p>}
            renderCost={facts => (
              <CostNote facts={facts} last={lastCosts[facts.work]} isSignedOut={isSignedOut} />
            )}
            allowance={<NarrationsLeft narrations={me.narrations} />}
            isUsedUp={isUsedUp(me.narrations)}
            canExpand={config?.engines.script.canExpand ?? false}
            engineNote={
              config && (
                <EngineNote
                  engines={config.engines}
                  speaker={speakers && findSpeaker(speakers, choices.language)}
                  voice={voice}
                  language={choices.language}
                />
              )
            }
          />
        </main>
        <SiteFooter />
      </div>
      {signIn.isAsked && (
        <LoginDialog
          title="Please sign in again"
          email={me.email}
          onClose={signIn.close}
          onSignedIn={signIn.close}
          reason="You were signed out meanwhile. Your script is still here."
        />
      )}
    </div>
  );
}

/** Asked as soon as it is seen that the session has ended, and again whenever the server says so. */
function useSignInQuestion(isSignedOut: boolean) {
  const [isAsked, setAsked] = useState(false);
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (isSignedOut !== wasSignedOut) {
    setWasSignedOut(isSignedOut);
    setAsked(isSignedOut);
  }
  return { isAsked, ask: () => setAsked(true), close: () => setAsked(false) };
}

/** For somebody whose address has the premium plan, but who has not shown yet that it is theirs. */
export function VerificationNotice({ email }: { email: string }) {
  const sending = useMutation({
    mutationFn: () => callServer('/api/verification-mail', { method: 'POST' }),
  });
  return (
    <section className={classes.verification} aria-label="Premium plan">
      <Notice tone="plain">
        <p>
          <strong>The premium plan waits for you.</strong> Open the link in the mail that was sent to {email},
          to show that the address is yours. Then come back to this page.
        </p>
        <p aria-live="polite">
          {sending.isPending && 'Loading...'}
          {sending.isSuccess && 'The mail is on its way again. It may take a minute.'}
          {!sending.isPending && !sending.isSuccess && (
            <TextButton onClick={() => sending.mutate()}>Send the mail again</TextButton>
          )}
        </p>
      </Notice>
      {sending.error && <Notice tone="problem">{describeFailure(sending.error)}</Notice>}
    </section>
  );
}

/** Between two questions whether the plan is still the same, of a dashboard that is looked at. */
const usualMs = 60_000;

/** Whoever has gone to buy the plan waits for it: the payment provider tells us within seconds. */
const expectantMs = 5000;
const expectantForMs = 15 * 60_000;

/**
 * Asks the server now and then who the person is, so that a plan that was bought or has ended shows by itself. Coming
 * back to the tab asks at once (see session.ts); running work is left in peace.
 * @returns to be called when the person goes to buy the plan
 */
export function usePlanWatch(plan: Plan): () => void {
  const refreshSession = useRefreshSession();
  const [expectedAt, setExpectedAt] = useState<number>();
  const isExpected = plan === 'standard' && expectedAt !== undefined;
  const look = useEffectEvent(() => {
    if (isExpected && Date.now() > expectedAt + expectantForMs) setExpectedAt(undefined);
    // What fails now is asked again by the next look.
    if (document.visibilityState === 'visible' && !isWorkRunning()) refreshSession().catch(() => {});
  });
  useEffect(() => {
    const timer = setInterval(look, isExpected ? expectantMs : usualMs);
    return () => clearInterval(timer);
  }, [isExpected]);
  return () => setExpectedAt(Date.now());
}
