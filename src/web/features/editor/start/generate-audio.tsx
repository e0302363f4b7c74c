import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { lazyJobs } from '../jobs/begin-work.ts';
import { describeOtherVoice } from '../jobs/status.tsx';
import { getVoice } from '../model/editor.ts';
import { getSpokenShare, isEmpty } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './generate-audio.module.css';
import { WorkButton } from './work-button.tsx';

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
