import { useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { freeLanguageNames } from '#shared/languages.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { spellCount } from '#shared/spell-count.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { FeedbackForm } from '../feedback/public.ts';
import { usePublicConfig } from '../public-config/public.ts';
import { getDashboardPath, isAccountDeleted, readLoginRequest, useSession } from '../session/public.ts';
import type { Work } from '../studio/public.ts';
import {
  EngineNote,
  isUsedUp,
  NarrationsLeft,
  readVideoLimits,
  Studio,
  useChoices,
} from '../studio/public.ts';
import { VoicePicker } from '../voice-picker/public.ts';
import { findSpeaker, useSpeakers, VoiceSamples } from '../voice-samples/public.ts';
import classes from './free-page.module.css';
import { freePageDraftKey } from './free-page-draft-key.ts';
import { PrivacyNotice, showPrivacy } from './privacy-notice.tsx';
import { useFreeNarrations } from './use-free-narrations.ts';

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
      {isAccountDeleted(state) && !me && (
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

/** What a visitor sees: the whole narration flow, without an account. */
export function FreePage() {
  const { data: config, error, refetch } = usePublicConfig();
  const { service, allowance } = useFreeNarrations();
  const choices = useChoices(freePageDraftKey);
  const limits = readVideoLimits(config);
  const pictures = choices.followsPicture ? `up to ${limits.maxTimedFrames}` : spellCount(framesPerVideo);
  const [hasDownloaded, setDownloaded] = useState(false);
  const speakers = useSpeakers(choices.voice, 'standard');
  const privacy = useRef<HTMLDetailsElement>(null);
  return (
    <>
      {error && !config && (
        <div className={classes.problem}>
          <Notice tone="problem">
            {describeFailure(error)} <TextButton onClick={() => void refetch()}>Try again</TextButton>
          </Notice>
        </div>
      )}
      <Studio
        service={service}
        choices={choices}
        speakers={speakers}
        languageNames={freeLanguageNames}
        voiceControl={VoicePicker}
        limits={limits}
        draftKey={freePageDraftKey}
        introduce={isFolded => (
          <div className={classes.hero} data-folded={isFolded}>
            <h1>Your video, told aloud</h1>
            {!isFolded && (
              <p>
                Benshi looks at your video, writes a narration in one of {freeLanguageNames.length} languages,
                and reads it to you. Every word is yours to change.
              </p>
            )}
          </div>
        )}
        promise={
          <p className={classes.promise}>
            Your video is not kept; anonymised prompts and scripts are.{' '}
            <TextButton onClick={() => showPrivacy(privacy.current)}>Your privacy</TextButton>
          </p>
        }
        engineNote={
          config && (
            <EngineNote
              engines={config.engines}
              speaker={speakers && findSpeaker(speakers, choices.language)}
              voice={choices.voice}
              language={choices.language}
            />
          )
        }
        allowance={<NarrationsLeft narrations={allowance} />}
        isUsedUp={isUsedUp(allowance)}
        canExpand={config?.engines.script.canExpand ?? false}
        onFailure={alertFailure}
        onDownload={() => setDownloaded(true)}
      >
        <FeedbackForm isTime={hasDownloaded} />
      </Studio>
      <div className={classes.more}>
        <VoiceSamples language={choices.language} />
        <PrivacyNotice pictures={pictures} engines={config?.engines} speakers={speakers} details={privacy} />
      </div>
    </>
  );
}

/** Says that a piece of work failed, in the words of the specification; the reason stands in the page. */
export function alertFailure(work: Work): void {
  const what = work === 'script' ? 'narration' : 'audio';
  window.alert(`An error occurred while generating the ${what}. Please try again.`);
}
