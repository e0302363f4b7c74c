import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
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
import { useVideoChoice, type VideoLimits } from './use-video-choice.ts';
import { VideoStage } from './video-stage.tsx';
import { findVoice, standardVoiceGroup, type VoiceGroup } from './voice-choice.ts';
import { type VoiceField, VoiceSelect } from './voice-field.tsx';
import { WorkButton } from './work-button.tsx';

interface StudioProps {
  readonly service: NarrationService;
  readonly choices: Choices;
  readonly languageNames: readonly LanguageName[];
  /** The five standard voices when left out. */
  readonly voices?: readonly VoiceGroup[];
  /** In what the voice is chosen; a plain select when left out. */
  readonly voiceControl?: ComponentType<VoiceField>;
  /** Who speaks the chosen voice; undefined until the server has said so. */
  readonly speaker: EngineOfVoices | undefined;
  readonly limits: VideoLimits;
  /** Names what is kept for a reload of the page. */
  readonly draftKey: string;
  /** What a person should know before choosing a video, under the screen. */
  readonly promise?: ReactNode;
  /** What a person should know of the engine that looks and writes, beside the button. */
  readonly engineNote?: ReactNode;
  /** Called once the reason stands in the page. */
  readonly onFailure?: (work: Work) => void;
}

const standardVoicesOnly = [standardVoiceGroup];

/** Video, wish and voice in; script and sound out. The free page and the dashboards give it different services. */
export function Studio(props: StudioProps) {
  const { service, choices, speaker, limits, draftKey, promise, engineNote, onFailure } = props;
  const { voices = standardVoicesOnly, voiceControl = VoiceSelect } = props;
  const [draft] = useState(() => readSessionDraft(draftKey));
  const choice = useVideoChoice(limits, service.prepare);
  const { state, ...narration } = useNarration(service, () => createNarrationState(draft), onFailure);
  const [speechProblem, setSpeechProblem] = useState<string>();
  const [lastFile, setLastFile] = useState<File>();

  const { wish, language } = choices;
  const voice = findVoice(voices, choices.voice);
  // While another file is looked into, nobody should get a narration of the one before it.
  const missing = {
    video: !choice.video || choice.checking !== undefined,
    wish: wish.trim() === '',
    voice: !voice,
  };
  const isWorking = isLoading(state);
  const failureOf = (work: Work) => (state.failure?.work === work ? state.failure.message : undefined);
  // What was wrong with one video is not said of the next.
  const scriptProblem = choice.video?.file === lastFile ? failureOf('script') : undefined;

  useLeaveWarning(isWorking);
  useSessionDraft(draftKey, choices, state);

  function generateScript() {
    if (!choice.video) return;
    setSpeechProblem(undefined);
    const { file } = choice.video;
    setLastFile(file);
    narration.generateScript({
      video: file,
      wish: wish.trim(),
      language,
      maxVideoSeconds: limits.maxSeconds,
    });
  }

  function generateAudio() {
    const problem = describeUnspeakable(state.script, voice);
    setSpeechProblem(problem);
    if (problem || !voice) return;
    narration.generateAudio({ script: state.script, voice, language: state.scriptLanguage });
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
          speaker={speaker}
          phase={state.phase}
        >
          <WorkButton
            label="Generate Narration"
            isWorking={state.phase === 'generating script'}
            disabled={isWorking || missing.video || missing.wish || missing.voice}
            onBegin={generateScript}
            onCancel={narration.cancel}
          />
          {scriptProblem && <Notice tone="problem">{scriptProblem}</Notice>}
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
          videoSeconds={choice.video?.facts.durationSeconds}
          onEdit={narration.editScript}
          onSpeak={generateAudio}
          onCancel={narration.cancel}
          problem={speechProblem ?? failureOf('audio')}
          // Said once: the language that is chosen stands above already.
          note={
            state.scriptLanguage !== language && (
              <LanguageWarning speaker={speaker} language={state.scriptLanguage} />
            )
          }
        />
      </div>
    </div>
  );
}

function describeUnspeakable(script: string, voice: Voice | undefined): string | undefined {
  if (script.trim() === '') return 'There is no script yet. Let one be written, or write it yourself.';
  return voice ? undefined : 'Please select a voice first.';
}

/** While a new script is written, the one before it is what a reload should bring back. */
function useSessionDraft(key: string, { wish, language, voice }: Choices, state: NarrationState) {
  const { script, scriptLanguage } = state.kept?.script ? state.kept : state;
  useEffect(
    () => writeSessionDraft(key, { wish, language, voice, script, scriptLanguage }),
    [key, wish, language, voice, script, scriptLanguage],
  );
}
