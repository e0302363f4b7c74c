import { useRef, useState } from 'react';
import { freeLanguageNames } from '#shared/languages.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { spellCount } from '#shared/spell-count.ts';
import { Notice } from '../../components/notice.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { FeedbackForm } from '../feedback/feedback-form.tsx';
import { usePublicConfig } from '../public-config/use-public-config.ts';
import { EngineNote } from '../studio/engine-note.tsx';
import type { Work } from '../studio/narration-state.ts';
import { isUsedUp, NarrationsLeft } from '../studio/narrations-left.tsx';
import { Studio } from '../studio/studio.tsx';
import { useChoices } from '../studio/use-choices.ts';
import { readVideoLimits } from '../studio/use-video-choice.ts';
import { VoicePicker } from '../voice-picker/voice-picker.tsx';
import { findSpeaker } from '../voice-samples/speakers.ts';
import { useSpeakers } from '../voice-samples/use-speakers.ts';
import { VoiceSamples } from '../voice-samples/voice-samples.tsx';
import classes from './free-page.module.css';
import { freePageDraftKey } from './free-page-draft-key.ts';
import { PrivacyNotice, showPrivacy } from './privacy-notice.tsx';
import { useFreeNarrations } from './use-free-narrations.ts';

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
        lengthens={config?.engines.script.lengthens ?? false}
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
