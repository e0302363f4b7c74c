import { type RefObject, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { describeOtherVoice, lazyJobs } from '../jobs/status.tsx';
import { getVoice } from '../model/editor.ts';
import { getSpokenShare, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './work-button.module.css';

interface WorkButtonProps {
  /** The button that begins, to give it the focus. */
  readonly begin?: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly isWorking: boolean;
  /** It cannot begin now. It stays focusable all the same. */
  readonly disabled: boolean;
  /** The id of what says why it cannot. */
  readonly reasonId?: string | undefined;
  readonly onBlocked?: () => void;
  readonly variant?: 'filled' | 'default';
  readonly onBegin: () => void;
  /** Undefined where Cancel stands elsewhere. */
  readonly onCancel: (() => void) | undefined;
}

/** A button that begins work and, while the work goes on, Cancel beside it. The focus is not lost. */
export function WorkButton(props: WorkButtonProps) {
  const ownBegin = useRef<HTMLButtonElement>(null);
  const { begin = ownBegin, label, isWorking, disabled, variant, onBegin, onBlocked, onCancel } = props;
  const cancelFocus = useFocusFallback(isWorking, begin);

  return (
    <div className={classes.pair}>
      <Button
        className={classes.begin}
        ref={begin}
        variant={variant ?? 'filled'}
        isBlocked={disabled}
        isBusy={isWorking}
        reasonId={props.reasonId}
        onBlocked={onBlocked}
        onClick={onBegin}
      >
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

interface Speech {
  /** Why nothing can be spoken; how speaking ends is said where all work says it. */
  readonly problem: string | undefined;
  /** @param provider the first that speaks the language when left out */
  speak(provider?: string): void;
}

export function useSpeech(): Speech {
  const editor = useEditor();
  const [problem, setProblem] = useState<string>();
  return {
    problem,
    speak(asked) {
      const unspeakable = isEmpty(editor.store.getState())
        ? t(studioMessages.noScript)
        : getVoice(editor)
          ? undefined
          : t(studioMessages.selectVoice);
      setProblem(unspeakable);
      if (!unspeakable) void lazyJobs.fetch().then(({ speak }) => speak(editor, { provider: asked }));
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
        <p className={classes.problem} role="alert">
          {speech.problem}
        </p>
      )}
    </div>
  );
}
