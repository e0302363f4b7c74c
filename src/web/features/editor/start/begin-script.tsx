import { type ReactNode, type RefObject, useId } from 'react';
import type { Allowance } from '#shared/api/account.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeObstacle, findMissing, focusMissing, lazyJobs } from '../jobs/status.tsx';
import { getVoice } from '../model/editor.ts';
import type { NarrationEditorProps, WorkFacts } from '../model/narration-service.ts';
import { getNarration, getText, hasScript, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './begin-script.module.css';
import { WorkButton } from './work-button.tsx';

interface BeginScriptProps extends Pick<NarrationEditorProps, 'isUsedUp' | 'allowance' | 'renderCost'> {
  /** Of the text that says what is missing, where nothing here does. */
  readonly lineId: string | undefined;
  readonly root: RefObject<HTMLElement | null>;
}

/** Generate Narration and Write It Yourself, what is missing for them, and why they failed. */
export function BeginScript({ lineId, isUsedUp, allowance, renderCost, root }: BeginScriptProps) {
  const editor = useEditor();
  const hasAi = editor.hasAi();
  const job = useEditorState(state => state.job);
  const isWorkspace = useEditorState(hasScript);
  const isQuiet = useEditorState(state => state.job?.kind === 'write' || !isEmpty(state));
  const isMissing = useEditorState(state => Object.values(findMissing(editor, state)).some(Boolean));
  const obstacle = useEditorState(state =>
    isUsedUp ? undefined : describeObstacle(state, findMissing(editor, state)),
  );
  const end = useEditorState(state => {
    const { lastEnd, video } = state;
    // A failure of one video is not shown for the next; in the workspace the status line says it.
    const isShown = !hasScript(state) && isOfScript(lastEnd?.kind) && lastEnd?.video === video?.file;
    return isShown ? lastEnd : undefined;
  });
  const canLookAgain = useEditorState(({ project, video }) => project.observations.length > 0 && !!video);
  const obstacleId = useId();
  const allowanceId = useId();
  const begin = (looksAgain: boolean) =>
    void lazyJobs.fetch().then(({ writeScript }) => writeScript(editor, { looksAgain }));
  const onBlocked = () => {
    editor.store.setState({ asksForMissing: true });
    focusMissing(root.current, findMissing(editor, editor.store.getState()));
  };
  const own = <WriteYourself isQuiet={isQuiet || hasAi} lineId={lineId} onBlocked={onBlocked} />;
  return (
    <>
      {!hasAi && own}
      <div className={classes.begin}>
        <WorkButton
          label={t(studioMessages.generateNarration)}
          isWorking={job?.kind === 'write'}
          disabled={job !== undefined || isMissing || isUsedUp}
          variant={isQuiet || !hasAi ? 'default' : 'filled'}
          reasonId={isUsedUp ? allowanceId : obstacle ? obstacleId : lineId}
          onBegin={() => begin(false)}
          onBlocked={onBlocked}
          onCancel={isWorkspace ? undefined : () => job?.cancel()}
        />
        {obstacle && (
          <p id={obstacleId} className={classes.soft}>
            {obstacle}
          </p>
        )}
      </div>
      {canLookAgain && !job && !isMissing && !isUsedUp && (
        <div className={classes.soft}>
          {t(studioMessages.lookAgainHint)}{' '}
          <TextButton onClick={() => begin(true)}>{t(studioMessages.lookAgain)}</TextButton>
          <Cost work="look and write" render={renderCost} />
        </div>
      )}
      <div id={allowanceId}>{allowance}</div>
      <div aria-live="polite">
        {end?.outcome === 'done' && end.message && <Notice tone="plain">{end.message}</Notice>}
      </div>
      {end?.outcome === 'failed' && <Notice tone="problem">{end.message}</Notice>}
      {hasAi && own}
    </>
  );
}

function isOfScript(kind: string | undefined): boolean {
  return kind === 'write' || kind === 'rewrite' || kind === 'find scenes';
}

interface WriteYourselfProps extends Pick<BeginScriptProps, 'lineId'> {
  readonly isQuiet: boolean;
  readonly onBlocked: () => void;
}

/** Needs a video only. */
function WriteYourself({ isQuiet, lineId, onBlocked }: WriteYourselfProps) {
  const editor = useEditor();
  const job = useEditorState(state => state.job);
  const isWorkspace = useEditorState(hasScript);
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
        onCancel={isWorkspace ? undefined : () => job?.cancel()}
      />
      <p id={hintId} className={classes.soft} role="status">
        {t(isFinding ? studioMessages.findingScenes : hint)}
      </p>
    </div>
  );
}

interface CostProps {
  readonly work: WorkFacts['work'];
  readonly render: ((facts: WorkFacts) => ReactNode) | undefined;
}

export function Cost({ work, render }: CostProps) {
  return render ? <KnownCost work={work} render={render} /> : null;
}

/** A component of its own: what work costs changes with every letter. */
function KnownCost({
  work,
  render,
}: {
  readonly work: CostProps['work'];
  readonly render: (facts: WorkFacts) => ReactNode;
}) {
  const editor = useEditor();
  const videoSeconds = useEditorState(({ video }) => video?.facts.durationSeconds);
  const { language, style } = useEditorState(state => state.form);
  const script = useEditorState(state => {
    const narration = getNarration(state);
    return narration ? getText(narration) : '';
  });
  const scriptLanguage = useEditorState(state => getNarration(state)?.language);
  return render({
    work,
    videoSeconds,
    language: work === 'speak' ? (scriptLanguage ?? language) : language,
    voice: getVoice(editor),
    script,
    isTimed: style !== 'continuous',
  });
}

interface NarrationsLeftProps {
  readonly narrations: Allowance | undefined;
  /** How many are left, where it is not that of an account. */
  readonly message?: Message<'left' | 'count'>;
}

/** How many narrations are left today; an empty line, so that nothing moves, while that is unknown. */
export function NarrationsLeft({ narrations, message = studioMessages.narrationsLeft }: NarrationsLeftProps) {
  if (!narrations) return <p className={classes.left} />;
  const { limit: count, remaining: left, resetsAt } = narrations;
  return (
    <p className={classes.left}>
      {left === 0 ? t(studioMessages.noneLeft, { time: formatTime(resetsAt) }) : t(message, { left, count })}
    </p>
  );
}

export function isUsedUp(narrations: Allowance | undefined): boolean {
  return narrations?.remaining === 0 && Date.parse(narrations.resetsAt) > Date.now();
}

function formatTime(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));
}
