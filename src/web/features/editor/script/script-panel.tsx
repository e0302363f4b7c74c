import { type ReactNode, useId, useRef } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { AutoDirectionTextarea } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDuration } from '../../lib/format.ts';
import { useLazyParts } from '../../lib/load-chunk.ts';
import { describeLength } from './describe-state.ts';
import { FitButtons } from './fit-buttons.tsx';
import { lazyPreviewParts } from './lazy-preview-parts.ts';
import { LinesOrText } from './lines-or-text.tsx';
import { canDownload, canRedo, canUndo, isLoading, type NarrationState } from './narration-state.ts';
import { OwnScriptWays } from './own-script-ways.tsx';
import classes from './script-panel.module.css';
import { UndoButtons } from './undo-buttons.tsx';
import type { FollowedPlaces } from './use-follow-work.ts';
import type { StudioState } from './use-studio.ts';
import { useUndo } from './use-undo.ts';
import { WorkButton } from './work-button.tsx';

interface ScriptPanelProps {
  readonly studio: StudioState;
  readonly followed: FollowedPlaces;
  /** Which voice is heard, once another voice or language is selected. */
  readonly otherSound: string | undefined;
  /** Called when the audio is downloaded. */
  readonly onDownload: (() => void) | undefined;
  /** Earlier scripts and recordings. */
  readonly versions: ReactNode;
  /** What a person should know about the voice. */
  readonly note: ReactNode;
}

/** The script as it is written, then editable, and its recording. */
export function ScriptPanel({ studio, followed, otherSound, onDownload, versions, note }: ScriptPanelProps) {
  const { narration, preview, choice, videoSeconds, speech, timed } = studio;
  const { state, undo, redo } = narration;
  const heading = useId();
  const begin = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLDivElement>(null);
  useUndo(field, { undo, redo }, state.script);
  const parts = useLazyParts(
    lazyPreviewParts,
    state.phase === 'generating audio' || state.audio !== undefined,
  );
  const isEmpty = state.script.trim() === '';
  const language = state.scriptLanguage && getLanguage(state.scriptLanguage);
  const cues = findCues(state);
  const fitButtons = <FitButtons {...studio.fit} focusFallback={begin} />;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{t(studioMessages.script)}</h2>
        {language && (
          <span lang={language.code} dir="auto">
            {language.nativeName}
          </span>
        )}
        <UndoButtons canUndo={canUndo(state)} canRedo={canRedo(state)} onUndo={undo} onRedo={redo} />
      </div>
      {versions}
      <div role="status">
        {studio.example.isOpen && <Notice tone="plain">{t(studioMessages.exampleOpen)}</Notice>}
      </div>
      <div ref={field}>
        <LinesOrText studio={studio} languageCode={language?.code}>
          <AutoDirectionTextarea
            aria-label={t(studioMessages.script)}
            placeholder={t(studioMessages.scriptPlaceholder)}
            className={classes.text}
            minRows={isEmpty && !isLoading(state) ? 3 : 6}
            value={state.script}
            readOnly={isLoading(state)}
            onChange={event => narration.editScript(event.currentTarget.value)}
            description={cues && t(studioMessages.playSentence)}
            behind={
              parts && preview && cues ? (
                <parts.HeardSentence
                  preview={preview}
                  script={state.script}
                  cues={cues}
                  lang={language?.code}
                  textClass={classes.text}
                  frame={field}
                />
              ) : null
            }
            {...(language && { lang: language.code })}
          />
        </LinesOrText>
        <p className={classes.length}>{!isEmpty && !timed.isTimed && describeFit(state, videoSeconds)}</p>
        {!state.audio && fitButtons}
      </div>
      <div className={classes.speech} ref={followed.sound}>
        <div className={classes.next} ref={followed.next}>
          <WorkButton
            begin={begin}
            label={t(studioMessages.generateAudio)}
            isWorking={state.phase === 'generating audio'}
            disabled={isLoading(state)}
            // Only the button of the next step stands out.
            variant={isEmpty || (state.audio && !otherSound) ? 'default' : 'filled'}
            onBegin={() => speech.speak()}
            onCancel={narration.cancel}
          />
        </div>
        <p className={classes.other} role="status">
          {otherSound}
        </p>
        {speech.problem && <Notice tone="problem">{speech.problem}</Notice>}
        {parts && (
          <parts.SpeakInstead speakers={speech.replacements} focusFallback={begin} onSpeak={speech.speak} />
        )}
        {note}
        {parts && preview && (
          <parts.SpokenScript
            preview={preview}
            isHeard={state.audio !== undefined}
            videoSeconds={videoSeconds}
            video={choice.video?.file}
            speaker={speech.replacement}
            spoken={canDownload(state) ? state.spoken : undefined}
            onDownload={onDownload}
            isReplaced={otherSound !== undefined}
            fitButtons={fitButtons}
            timed={timed}
          />
        )}
      </div>
      <OwnScriptWays own={studio.own} script={state.script} isWorking={isLoading(state)} />
    </section>
  );
}

/** When each sentence is heard, while there is a recording of exactly this text. */
function findCues({ audio, spoken }: NarrationState): readonly SpokenCue[] | undefined {
  return audio && spoken?.cues?.length ? spoken.cues : undefined;
}

/** How long the script is, spoken too, and how long the video is. */
function describeFit({ script, scriptLanguage }: NarrationState, videoSeconds: number | undefined): string {
  const { words, characters, speechLength, videoLength } = studioStatusMessages;
  const length = describeLength(script, scriptLanguage, { words, characters });
  if (!scriptLanguage) return length;
  const seconds = computeUsualSeconds(script, getLanguage(scriptLanguage));
  const spoken = t(speechLength, { duration: formatDuration(seconds) });
  const video = videoSeconds !== undefined && t(videoLength, { duration: formatDuration(videoSeconds) });
  return [length, spoken, video].filter(Boolean).join(' · ');
}
