import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { Allowance } from '#shared/api/account.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { useIsNarrow } from '../../../components/drawer.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import {
  describeObstacle,
  describeOtherVoice,
  findMissing,
  focusMissing,
  lazyJobs,
} from '../jobs/status.tsx';
import { getVoice } from '../model/editor.ts';
import type { EditorState, JobEnd } from '../model/editor-state.ts';
import type { NarrationEditorProps, WorkFacts } from '../model/narration-service.ts';
import { getNarration, getSpokenShare, getText, hasScript, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './work-button.module.css';

interface WorkButtonProps {
  readonly label: string;
  readonly isWorking: boolean;
  readonly disabled: boolean;
  readonly reasonId?: string | undefined;
  readonly onBlocked?: () => void;
  readonly variant?: 'filled' | 'default';
  readonly onBegin: () => void;
  readonly onCancel: (() => void) | undefined;
}

export function WorkButton({ label, isWorking, disabled, onBegin, onCancel, ...button }: WorkButtonProps) {
  const begin = useRef<HTMLButtonElement>(null);
  const cancelFocus = useFocusFallback(isWorking, begin);
  return (
    <div className={classes.pair}>
      <Button {...button} ref={begin} isBlocked={disabled} isBusy={isWorking} onClick={onBegin}>
        {isWorking ? t(pageMessages.loading) : label}
      </Button>
      {isWorking && onCancel && (
        <Button variant="default" onClick={onCancel} {...cancelFocus}>
          {t(studioMessages.cancel)}
        </Button>
      )}
    </div>
  );
}

export function useSpeech() {
  const editor = useEditor();
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    /** @param provider the first that speaks the language when left out */
    speak(provider?: string) {
      const unspeakable = isEmpty(editor.store.getState())
        ? t(studioMessages.noScript)
        : getVoice(editor)
          ? undefined
          : t(studioMessages.selectVoice);
      setProblem(unspeakable);
      if (!unspeakable) void lazyJobs.fetch().then(({ speak }) => speak(editor, { provider }));
    },
  };
}

export function GenerateAudio() {
  const speech = useSpeech();
  const job = useEditorState(state => state.job);
  const isDone = useEditorState(
    state => isEmpty(state) || (getSpokenShare(state) === 'all' && !describeOtherVoice(state)),
  );
  return (
    <div className={classes.speak}>
      <WorkButton
        label={t(studioMessages.generateAudio)}
        isWorking={job?.kind === 'speak' || job?.kind === 'fit'}
        disabled={job !== undefined}
        // Only the button of the next step stands out.
        variant={isDone ? 'default' : 'filled'}
        onBegin={() => speech.speak()}
        onCancel={() => job?.cancel()}
      />
      {speech.problem && (
        <p className={`card flat small ${classes.problem}`} role="alert">
          {speech.problem}
        </p>
      )}
    </div>
  );
}

interface BeginScriptProps extends Pick<NarrationEditorProps, 'isUsedUp' | 'allowance' | 'renderCost'> {
  readonly lineId: string | undefined;
  readonly root: RefObject<HTMLElement | null>;
}

/** How the last work on a script ended, where that stands beside its button: not in the workspace, nor for the next video. */
export function getShownEnd(state: EditorState): JobEnd | undefined {
  const { lastEnd, video } = state;
  const isOfScript = lastEnd && ['write', 'rewrite', 'find scenes'].includes(lastEnd.kind);
  return !hasScript(state) && isOfScript && lastEnd.video === video?.file ? lastEnd : undefined;
}

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
  const end = useEditorState(getShownEnd);
  const canLookAgain = useEditorState(({ project, video }) => project.observations.length > 0 && !!video);
  const obstacleId = useId();
  const allowanceId = useId();
  const isNarrow = useIsNarrow();
  const begin = (looksAgain: boolean) => {
    // The sheet would lie over the script that is written.
    if (isNarrow) editor.store.setState({ openPanel: undefined });
    void lazyJobs.fetch().then(({ writeScript }) => writeScript(editor, { looksAgain }));
  };
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
          <p id={obstacleId} className="flat soft small">
            {obstacle}
          </p>
        )}
      </div>
      {canLookAgain && !job && !isMissing && !isUsedUp && (
        <div className="soft small">
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

interface WriteYourselfProps extends Pick<BeginScriptProps, 'lineId'> {
  readonly isQuiet: boolean;
  readonly onBlocked: () => void;
}

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
      <p id={hintId} className="flat soft small" role="status">
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
  const editor = useEditor();
  const videoSeconds = useEditorState(({ video }) => video?.facts.durationSeconds);
  const { language, style } = useEditorState(state => state.form);
  const script = useEditorState(state => {
    const narration = getNarration(state);
    return narration ? getText(narration) : '';
  });
  const scriptLanguage = useEditorState(state => getNarration(state)?.language);
  return render?.({
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
  readonly message?: Message<'left' | 'count'>;
}

const leftClass = `flat soft ${classes.left}`;

export function NarrationsLeft({ narrations, message = studioMessages.narrationsLeft }: NarrationsLeftProps) {
  if (!narrations) return <p className={leftClass} />;
  const { limit: count, remaining: left, resetsAt } = narrations;
  const time = new Date(resetsAt).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return (
    <p className={leftClass}>
      {left === 0 ? t(studioMessages.noneLeft, { time }) : t(message, { left, count })}
    </p>
  );
}

export function isUsedUp(narrations: Allowance | undefined): boolean {
  return narrations?.remaining === 0 && Date.parse(narrations.resetsAt) > Date.now();
}
