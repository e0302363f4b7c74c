import { type ReactNode, type Ref, useId } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Notice } from '../../components/notice.tsx';
import classes from './studio.module.css';
import type { StudioState } from './use-studio.ts';
import { WorkButton } from './work-button.tsx';

interface BeginScriptProps {
  readonly studio: StudioState;
  /** To scroll to it. */
  readonly place: Ref<HTMLDivElement>;
  /** A script is there or is being written: the next button stands out, and this one does not. */
  readonly isQuiet: boolean;
  /** Of the text that says what is missing, where nothing here does. */
  readonly lineId: string;
  readonly isUsedUp: boolean;
  /** An AI writes. */
  readonly hasAi: boolean;
  /** How many narrations are left. */
  readonly allowance: ReactNode;
  /** Pressed while something is missing. */
  readonly onBlocked: () => void;
}

/** Generate Narration and Write It Yourself, what is missing for them, and why they failed. */
export function BeginScript(props: BeginScriptProps) {
  const { studio, place, isQuiet, lineId, isUsedUp, hasAi, allowance, onBlocked } = props;
  const { missing, obstacle, isWorking, scriptFailure, narration, words } = studio;
  const isBusy = isWorking || words.isFinding;
  const obstacleId = useId();
  const allowanceId = useId();
  return (
    <div className={classes.begin} ref={place}>
      {!hasAi && <WriteYourself studio={studio} isQuiet={isQuiet} lineId={lineId} onBlocked={onBlocked} />}
      <WorkButton
        label={t(studioMessages.generateNarration)}
        isWorking={narration.state.phase === 'generating script'}
        disabled={isBusy || missing.video || missing.prompt || missing.voice || isUsedUp}
        variant={isQuiet || !hasAi ? 'default' : 'filled'}
        reasonId={isUsedUp ? allowanceId : obstacle ? obstacleId : lineId}
        onBegin={studio.generateScript}
        onBlocked={onBlocked}
        onCancel={narration.cancel}
      />
      {obstacle && (
        <p id={obstacleId} className={classes.obstacle}>
          {obstacle}
        </p>
      )}
      <div id={allowanceId}>{allowance}</div>
      <div aria-live="polite">
        {narration.state.written?.notice && <Notice tone="plain">{narration.state.written.notice}</Notice>}
      </div>
      {scriptFailure && <Notice tone="problem">{scriptFailure.message}</Notice>}
      {hasAi && <WriteYourself studio={studio} isQuiet lineId={lineId} onBlocked={onBlocked} />}
      {words.problem && <Notice tone="problem">{words.problem}</Notice>}
    </div>
  );
}

type WriteYourselfProps = Pick<BeginScriptProps, 'studio' | 'isQuiet' | 'lineId' | 'onBlocked'>;

/** Needs a video only. */
function WriteYourself({ studio, isQuiet, lineId, onBlocked }: WriteYourselfProps) {
  const { words, missing, isWorking } = studio;
  const hintId = useId();
  return (
    <div>
      <WorkButton
        label={t(studioMessages.writeYourself)}
        isWorking={words.isFinding}
        disabled={isWorking || missing.video}
        variant={isQuiet ? 'default' : 'filled'}
        reasonId={missing.video ? lineId : hintId}
        onBegin={studio.writeOwn}
        onBlocked={onBlocked}
        onCancel={words.cancel}
      />
      <p id={hintId} className={classes.obstacle} role="status">
        {t(words.isFinding ? studioMessages.findingScenes : studioMessages.writeYourselfHint)}
      </p>
    </div>
  );
}
