import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { defaultLanguageName, type LanguageName } from '#shared/languages.ts';
import { maxPromptCharacters } from '#shared/limits.ts';
import { type StandardVoice, standardVoices } from '#shared/voices.ts';
import { AutoDirectionTextarea } from '../../components/auto-direction-textarea.tsx';
import { Notice } from '../../components/notice.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { announceState, describeState } from './describe-state.ts';
import type { NarrationService } from './narration-service.ts';
import { createNarrationState, isLoading, type NarrationState, type Work } from './narration-state.ts';
import { ProgressBar } from './progress-bar.tsx';
import { ScriptSheet } from './script-sheet.tsx';
import { readSessionDraft, writeSessionDraft } from './session-draft.ts';
import classes from './studio.module.css';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useNarration } from './use-narration.ts';
import { useVideoChoice, type VideoLimits } from './use-video-choice.ts';
import { VideoStage } from './video-stage.tsx';

interface StudioProps {
  readonly service: NarrationService;
  readonly languageNames: readonly LanguageName[];
  readonly limits: VideoLimits;
  /** Names what is kept for a reload of the page. */
  readonly draftKey: string;
  /** What a person should know before choosing a video, under the screen. */
  readonly promise?: ReactNode;
  /** What a person should know of the engine that looks and writes, beside the button. */
  readonly engineNote?: ReactNode;
  /** The same of the voice in a language; undefined when it has none of its own and none is to be told. */
  readonly describeVoice?: (language: LanguageName | undefined) => ReactNode;
  /** Called once the reason stands in the page. */
  readonly onFailure?: (work: Work) => void;
}

/** Video, wish and voice in; script and sound out. The free page and the dashboards give it different services. */
export function Studio(props: StudioProps) {
  const { service, languageNames, limits, draftKey, promise, engineNote, describeVoice, onFailure } = props;
  const [draft] = useState(() => readSessionDraft(draftKey));
  const [wish, setWish] = useState(draft?.wish ?? '');
  const [language, setLanguage] = useState(draft?.language ?? defaultLanguageName);
  const [voice, setVoice] = useState(draft?.voice);
  const [speechProblem, setSpeechProblem] = useState<string>();
  const choice = useVideoChoice(limits, service.prepare);
  const firstState = () =>
    createNarrationState(draft && { script: draft.script, scriptLanguage: draft.scriptLanguage });
  const { state, ...narration } = useNarration(service, firstState, onFailure);

  const isWorking = isLoading(state);
  const missing = { video: !choice.video, wish: wish.trim() === '', voice: !voice };
  const isWriting = state.phase === 'generating script';
  const wishHeading = useId();

  useLeaveWarning(isWorking);
  useSessionDraft(draftKey, { wish, language, voice }, state);

  function generateScript() {
    if (!choice.video) return;
    setSpeechProblem(undefined);
    narration.generateScript({
      video: choice.video.file,
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

  const failureOf = (work: Work) => (state.failure?.work === work ? state.failure.message : undefined);

  return (
    <div className={classes.studio}>
      <section className={classes.stage} aria-label="Video">
        <StepHeading step={1}>The video</StepHeading>
        <VideoStage choice={choice} disabled={isWorking} promise={promise} />
      </section>

      <div className={classes.lectern}>
        <section aria-label="Wish">
          <StepHeading step={2} id={wishHeading}>
            Your wish<VisuallyHidden>, the narration prompt</VisuallyHidden>
          </StepHeading>
          <AutoDirectionTextarea
            aria-labelledby={wishHeading}
            placeholder="Enter a narration prompt: who is listening, what matters, in which tone?"
            minRows={4}
            maxRows={10}
            maxLength={maxPromptCharacters}
            value={wish}
            readOnly={isWriting}
            onChange={event => setWish(event.currentTarget.value)}
          />
        </section>

        <section aria-label="Voice">
          <StepHeading step={3}>The voice</StepHeading>
          <div className={classes.pair}>
            <NativeSelect
              label="Language"
              data={[...languageNames]}
              value={language}
              disabled={isWriting}
              onChange={event => setLanguage(event.currentTarget.value as LanguageName)}
            />
            <NativeSelect
              label="Voice"
              data={[{ value: '', label: 'Select a voice' }, ...standardVoices]}
              value={voice ?? ''}
              disabled={isWorking}
              onChange={event =>
                setVoice((event.currentTarget.value || undefined) as StandardVoice | undefined)
              }
            />
          </div>
          {describeVoice?.(language)}
        </section>

        <div className={classes.begin}>
          <Button
            fullWidth
            onClick={generateScript}
            disabled={isWorking || missing.video || missing.wish || missing.voice}
            data-busy={isWriting}
          >
            {isWriting ? 'Loading...' : 'Generate Narration'}
          </Button>
          {isWriting && (
            <Button variant="default" onClick={narration.cancel}>
              Cancel
            </Button>
          )}
        </div>
        {failureOf('script') && <Notice tone="problem">{failureOf('script')}</Notice>}
        {engineNote}
      </div>

      <div className={classes.progress}>
        <ProgressBar percent={state.progress} />
        <p className={classes.line}>{describeState(state, missing)}</p>
        <VisuallyHidden aria-live="polite">{announceState(state)}</VisuallyHidden>
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
          note={state.scriptLanguage !== language && describeVoice?.(state.scriptLanguage)}
        />
      </div>
    </div>
  );
}

function describeUnspeakable(script: string, voice: StandardVoice | undefined): string | undefined {
  if (script.trim() === '') return 'There is no script yet. Let one be written, or write it yourself.';
  return voice ? undefined : 'Please select a voice first.';
}

function useSessionDraft(
  key: string,
  choices: { wish: string; language: LanguageName; voice: StandardVoice | undefined },
  state: NarrationState,
) {
  const { wish, language, voice } = choices;
  // While a new script is written, the one before it is what a reload should bring back.
  const kept = state.kept?.script ? state.kept : state;
  const { script, scriptLanguage } = kept;
  useEffect(
    () => writeSessionDraft(key, { wish, language, voice, script, scriptLanguage }),
    [key, wish, language, voice, script, scriptLanguage],
  );
}
