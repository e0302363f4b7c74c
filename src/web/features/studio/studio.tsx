import { type ComponentType, type ReactNode, useId, useRef } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { useLazyParts } from '../../lib/load-chunk.ts';
import { BeginScript } from './begin-script.tsx';
import { describeOtherSound } from './describe-spoken.ts';
import { focusMissing } from './focus-missing.ts';
import { LanguageWarning } from './language-warning.tsx';
import { lazyPreviewParts } from './lazy-preview-parts.ts';
import { NarrationForm } from './narration-form.tsx';
import { PromptFold } from './prompt-fold.tsx';
import { ScriptPanel } from './script-panel.tsx';
import classes from './studio.module.css';
import { StudioPlayer } from './studio-player.tsx';
import { TabTitle } from './tab-title.tsx';
import { useEndElsewhere } from './use-end-elsewhere.ts';
import { useFollowWork } from './use-follow-work.ts';
import { useLedToWords } from './use-led-to-words.ts';
import { type StudioWork, useStudio, type WorkFacts } from './use-studio.ts';
import type { ChosenVideo } from './use-video-choice.ts';
import { standardVoiceGroup, type VoiceGroup } from './voice-choice.ts';
import type { VoiceField } from './voice-field.ts';

interface StudioProps extends StudioWork {
  readonly languageNames: readonly LanguageName[];
  /** The five standard voices when left out. */
  readonly voices?: readonly VoiceGroup[];
  /** In what the voice is chosen. */
  readonly voiceControl: ComponentType<VoiceField>;
  /** What the studio is for, above it; only its title stays once there is something to work on. */
  readonly introduce?: (isFolded: boolean) => ReactNode;
  /** What a person should know before adding a video, under the video. */
  readonly promise?: ReactNode;
  /** What a person should know of the engine that looks and writes, beside the button. */
  readonly engineNote?: ReactNode;
  /** How many narrations are left, beside the button. */
  readonly allowance?: ReactNode;
  /** Beside a button: what its work costs. */
  readonly renderCost?: (facts: WorkFacts) => ReactNode;
  /** Called when the audio is downloaded. */
  readonly onDownload?: () => void;
  /** What follows once everything is done, at the end. */
  readonly children?: ReactNode;
}

const standardVoicesOnly = [standardVoiceGroup];

/** Video, prompt and voice in; script and sound out. The free page and the dashboards give it different services. */
export function Studio(props: StudioProps) {
  const { choices, speakers, voices = standardVoicesOnly, renderCost } = props;
  const studio = useStudio(props, voices);
  const { choice, narration, missing, voice, videoSeconds } = studio;
  const { state } = narration;
  const { language, followsPicture } = choices;
  const videoName = choice.video?.file.name;
  const parts = useLazyParts(lazyPreviewParts, studio.kept.versions.length > 0);
  const unseenEnd = useEndElsewhere(state, videoName);
  const followed = useFollowWork(state);
  const hasLedToWords = useLedToWords(state);
  const hasScript = state.script.trim() !== '' || state.phase === 'generating script';
  const facts = { videoSeconds, language, voice, script: state.script, followsPicture };
  const whole = useRef<HTMLDivElement>(null);
  const lineId = useId();

  return (
    <>
      <TabTitle state={state} videoName={videoName} unseenEnd={unseenEnd} />
      {props.introduce?.(choice.video !== undefined || hasScript)}
      <div
        ref={whole}
        className={classes.studio}
        data-video={choice.video && shapeOf(choice.video)}
        data-timed={studio.timed.isTimed || undefined}
      >
        <StudioPlayer studio={studio} lineId={lineId} promise={props.promise} />
        <div className={classes.desk}>
          <PromptFold
            isDone={hasLedToWords && !missing.prompt && !missing.voice}
            choices={choices}
            voice={voice}
            isWorking={studio.isWorking}
          >
            <NarrationForm
              choices={choices}
              languageNames={props.languageNames}
              voices={voices}
              voiceControl={props.voiceControl}
              speakers={speakers}
              phase={state.phase}
            />
            {renderCost?.({ ...facts, work: 'script' })}
            {props.engineNote}
          </PromptFold>
          <BeginScript
            studio={studio}
            place={followed.begin}
            isQuiet={hasScript}
            lineId={lineId}
            isUsedUp={props.isUsedUp}
            hasAi={props.hasAi}
            allowance={props.allowance}
            onBlocked={() => focusMissing(whole.current, missing)}
          />
          <ScriptPanel
            studio={studio}
            followed={followed}
            otherSound={describeOtherSound(state, { voice, language })}
            onDownload={props.onDownload}
            versions={parts && <parts.VersionsRow {...studio.kept} isWorking={studio.isWorking} />}
            // Not for the selected language, which has its warning above.
            note={
              <>
                {state.scriptLanguage !== language && (
                  <LanguageWarning speakers={speakers} language={state.scriptLanguage} />
                )}
                {renderCost?.({ ...facts, work: 'audio', language: state.scriptLanguage ?? language })}
              </>
            }
          />
          {props.children}
        </div>
      </div>
    </>
  );
}

/** An upright picture leaves more room beside it. */
function shapeOf({ facts: { width, height } }: ChosenVideo): 'wide' | 'upright' {
  return height > width ? 'upright' : 'wide';
}
