import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import type { Speakers } from '../voice-samples/speakers.ts';
import { useEngineRefresh } from '../voice-samples/use-engine-refresh.ts';
import { ActivityLine } from './activity-line.tsx';
import { announceState, describeState } from './describe-state.ts';
import { LanguageWarning } from './language-warning.tsx';
import { NarrationForm } from './narration-form.tsx';
import type { NarrationService } from './narration-service.ts';
import { createNarrationState, isLoading, type NarrationState, type Work } from './narration-state.ts';
import { ProgressBar } from './progress-bar.tsx';
import { ScriptSheet } from './script-sheet.tsx';
import { readSessionDraft, writeSessionDraft } from './session-draft.ts';
import classes from './studio.module.css';
import type { Choices } from './use-choices.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useNarration } from './use-narration.ts';
import { useSpeech } from './use-speech.ts';
import { useVideoChoice, type VideoLimits } from './use-video-choice.ts';
import { VideoStage } from './video-stage.tsx';
import { findVoice, standardVoiceGroup, type VoiceGroup } from './voice-choice.ts';
import { type VoiceField, VoiceSelect } from './voice-field.tsx';
import { WorkButton } from './work-button.tsx';

/** What a button's work is about. */
export interface WorkFacts {
  readonly work: Work;
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName;
  readonly voice: Voice | undefined;
  readonly script: string;
}

interface StudioProps {
  readonly service: NarrationService;
  readonly choices: Choices;
  readonly languageNames: readonly LanguageName[];
  /** The five standard voices when left out. */
  readonly voices?: readonly VoiceGroup[];
  /** In what the voice is chosen; a plain select when left out. */
  readonly voiceControl?: ComponentType<VoiceField>;
  /** Who can speak the chosen voice; undefined until the server has said so. */
  readonly speakers: Speakers | undefined;
  readonly limits: VideoLimits;
  /** Names what is kept for a reload of the page. */
  readonly draftKey: string;
  /** What a person should know before choosing a video, under the screen. */
  readonly promise?: ReactNode;
  /** What a person should know of the engine that looks and writes, beside the button. */
  readonly engineNote?: ReactNode;
  /** What is told beside a button of what its work costs. */
  readonly renderCost?: (facts: WorkFacts) => ReactNode;
  /** Called once the reason stands in the page. */
  readonly onFailure?: (work: Work) => void;
}

const standardVoicesOnly = [standardVoiceGroup];

/** Video, wish and voice in; script and sound out. The free page and the dashboards give it different services. */
export function Studio(props: StudioProps) {
  const { service, choices, speakers, limits, draftKey, promise, engineNote, onFailure } = props;
  const { voices = standardVoicesOnly, voiceControl = VoiceSelect, renderCost } = props;
  const [draft] = useState(() => readSessionDraft(draftKey));
  const choice = useVideoChoice(limits, service.prepare);
  const noteFailed = useFailureNote(onFailure);
  const { state, ...narration } = useNarration(service, () => createNarrationState(draft), noteFailed);
  const [lastFile, setLastFile] = useState<File>();

  const { wish, language } = choices;
  const voice = findVoice(voices, choices.voice);
  // While another file is looked into, nobody should get a narration of the one before it.
  const missing = {
    video: !choice.video || choice.checking !== undefined,
    wish: wish.trim() === '',
    voice: !voice,
  };
  const speech = useSpeech({ state, ...narration }, { voice, speakers });
  const isWorking = isLoading(state);
  // What was wrong with one video is not said of the next.
  const scriptFailure =
    state.failure?.work === 'script' && choice.video?.file === lastFile ? state.failure : undefined;

  const videoSeconds = choice.video?.facts.durationSeconds;
  const facts = { videoSeconds, language, voice, script: state.script };

  useLeaveWarning(isWorking);
  useSessionDraft(draftKey, choices, state);

  function generateScript() {
    if (!choice.video) return;
    speech.forgetProblem();
    const { file } = choice.video;
    setLastFile(file);
    narration.generateScript({
      video: file,
      wish: wish.trim(),
      language,
      maxVideoSeconds: limits.maxSeconds,
    });
  }

  return (
    <div className={classes.studio}>
      <section className={classes.stage} aria-label="Video">
        <StepHeading step={1}>The video</StepHeading>
        <VideoStage choice={choice} disabled={isWorking} promise={promise} />
      </section>
      <div className={classes.form}>
        <NarrationForm
          choices={choices}
          languageNames={props.languageNames}
          voices={voices}
          voiceControl={voiceControl}
          speakers={speakers}
          phase={state.phase}
        >
          <WorkButton
            label="Generate Narration"
            isWorking={state.phase === 'generating script'}
            disabled={isWorking || missing.video || missing.wish || missing.voice}
            onBegin={generateScript}
            onCancel={narration.cancel}
          />
          {scriptFailure && <Notice tone="problem">{scriptFailure.message}</Notice>}
          {renderCost?.({ ...facts, work: 'script' })}
          {engineNote}
        </NarrationForm>
      </div>
      <div className={classes.progress}>
        <ProgressBar percent={state.progress} />
        <ActivityLine
          text={describeState(state, missing)}
          announcement={announceState(state)}
          offersStop={isWorking && state.isSilent}
          onStop={narration.cancel}
        />
      </div>
      <div className={classes.script}>
        <ScriptSheet
          state={state}
          videoSeconds={videoSeconds}
          onEdit={narration.editScript}
          speech={speech}
          onCancel={narration.cancel}
          // Said once: the language that is chosen stands above already.
          note={
            <>
              {state.scriptLanguage !== language && (
                <LanguageWarning speakers={speakers} language={state.scriptLanguage} />
              )}
              {renderCost?.({ ...facts, work: 'audio', language: state.scriptLanguage ?? language })}
            </>
          }
        />
      </div>
    </div>
  );
}

/** A call that failed at a provider may have shown the server who can do what. */
function useFailureNote(onFailure: StudioProps['onFailure']) {
  const askAgain = useEngineRefresh();
  return (work: Work, code: ErrorCode | undefined) => {
    if (code?.startsWith('provider_')) askAgain();
    onFailure?.(work);
  };
}

/** While a new script is written, the one before it is what a reload should bring back. */
function useSessionDraft(key: string, { wish, language, voice }: Choices, state: NarrationState) {
  const { script, scriptLanguage } = state.kept?.script ? state.kept : state;
  useEffect(
    () => writeSessionDraft(key, { wish, language, voice, script, scriptLanguage }),
    [key, wish, language, voice, script, scriptLanguage],
  );
}
