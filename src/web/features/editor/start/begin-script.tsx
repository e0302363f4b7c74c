import { type ReactNode, type Ref, useId } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import classes from '../editor.module.css';
import { describeObstacle, findMissing } from '../jobs/describe-state.ts';
import { lazyJobs } from '../jobs/lazy-jobs.ts';
import { isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { WorkButton } from './work-button.tsx';

interface BeginScriptProps {
  readonly place: Ref<HTMLDivElement>;
  /** Of the text that says what is missing, where nothing here does. */
  readonly lineId: string;
  readonly isUsedUp: boolean;
  readonly allowance: ReactNode;
  readonly lookCost: ReactNode;
  readonly onBlocked: () => void;
}

/** Generate Narration and Write It Yourself, what is missing for them, and why they failed. */
export function BeginScript(props: BeginScriptProps) {
  const { place, lineId, isUsedUp, allowance, lookCost, onBlocked } = props;
  const editor = useEditor();
  const hasAi = editor.hasAi();
  const job = useEditorState(state => state.job);
  const isQuiet = useEditorState(state => state.job?.kind === 'write' || !isEmpty(state));
  const isMissing = useEditorState(state => Object.values(findMissing(editor, state)).some(Boolean));
  const obstacle = useEditorState(state =>
    isUsedUp ? undefined : describeObstacle(state, findMissing(editor, state)),
  );
  const end = useEditorState(({ lastEnd, video }) =>
    // A failure of one video is not shown for the next.
    isOfScript(lastEnd?.kind) && lastEnd?.video === video?.file ? lastEnd : undefined,
  );
  const canLookAgain = useEditorState(({ project, video }) => project.observations.length > 0 && !!video);
  const obstacleId = useId();
  const allowanceId = useId();
  const begin = (looksAgain: boolean) =>
    void lazyJobs.fetch().then(({ writeScript }) => writeScript(editor, { looksAgain }));
  return (
    <div className={classes.begin} ref={place}>
      {!hasAi && <WriteYourself isQuiet={isQuiet} lineId={lineId} onBlocked={onBlocked} />}
      <WorkButton
        label={t(studioMessages.generateNarration)}
        isWorking={job?.kind === 'write'}
        disabled={job !== undefined || isMissing || isUsedUp}
        variant={isQuiet || !hasAi ? 'default' : 'filled'}
        reasonId={isUsedUp ? allowanceId : obstacle ? obstacleId : lineId}
        onBegin={() => begin(false)}
        onBlocked={onBlocked}
        onCancel={() => job?.cancel()}
      />
      {canLookAgain && !job && !isMissing && !isUsedUp && (
        <div className={classes.obstacle}>
          {t(studioMessages.lookAgainHint)}{' '}
          <TextButton onClick={() => begin(true)}>{t(studioMessages.lookAgain)}</TextButton>
          {lookCost}
        </div>
      )}
      {obstacle && (
        <p id={obstacleId} className={classes.obstacle}>
          {obstacle}
        </p>
      )}
      <div id={allowanceId}>{allowance}</div>
      <div aria-live="polite">
        {end?.outcome === 'done' && end.message && <Notice tone="plain">{end.message}</Notice>}
      </div>
      {end?.outcome === 'failed' && <Notice tone="problem">{end.message}</Notice>}
      {hasAi && <WriteYourself isQuiet lineId={lineId} onBlocked={onBlocked} />}
    </div>
  );
}

function isOfScript(kind: string | undefined): boolean {
  return kind === 'write' || kind === 'rewrite' || kind === 'find scenes';
}

interface WriteYourselfProps extends Pick<BeginScriptProps, 'lineId' | 'onBlocked'> {
  readonly isQuiet: boolean;
}

/** Needs a video only. */
function WriteYourself({ isQuiet, lineId, onBlocked }: WriteYourselfProps) {
  const editor = useEditor();
  const job = useEditorState(state => state.job);
  const hasVideo = useEditorState(state => !findMissing(editor, state).video);
  const hintId = useId();
  const isFinding = job?.kind === 'find scenes';
  const hint = editor.hasAi() ? studioMessages.writeYourselfHint : studioMessages.scenesHint;
  return (
    <div>
      <WorkButton
        label={t(studioMessages.writeYourself)}
        isWorking={isFinding}
        disabled={job !== undefined || !hasVideo}
        variant={isQuiet ? 'default' : 'filled'}
        reasonId={hasVideo ? hintId : lineId}
        onBegin={() => void lazyJobs.fetch().then(({ writeYourself }) => writeYourself(editor))}
        onBlocked={onBlocked}
        onCancel={() => job?.cancel()}
      />
      <p id={hintId} className={classes.obstacle} role="status">
        {t(isFinding ? studioMessages.findingScenes : hint)}
      </p>
    </div>
  );
}
