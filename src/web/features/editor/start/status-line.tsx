import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { Button } from '../../../components/button.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { announceStatus, getStatus } from '../jobs/status.tsx';
import { hasScript } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './status-line.module.css';

function useStatus(): string {
  const editor = useEditor();
  return useEditorState(state => getStatus(editor, state));
}

/** Exactly 20 px tall, pale yellow, and peach at 100. */
export function StatusBar({ isLasting }: { readonly isLasting: boolean }) {
  const text = useStatus();
  const percent = useEditorState(({ progress }) => progress);
  const isShown = useIsOfNow();
  if (!isLasting && !isShown) return null;
  return (
    <div
      className={classes.bar}
      data-empty={percent === 0}
      role="progressbar"
      aria-label={t(studioStatusMessages.progress)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={percent > 0 ? t(studioStatusMessages.percentOf, { percent, what: text }) : text}
    >
      {/* No style for nothing done yet: in a page that comes as HTML, the security policy would refuse it. */}
      <div
        className={classes.fill}
        data-full={percent >= 100}
        {...(percent > 0 && { style: { width: `${percent}%` } })}
      />
    </div>
  );
}

function useIsOfNow(): boolean {
  const job = useEditorState(state => state.job);
  const hasProgress = useEditorState(({ progress }) => progress > 0);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    setSeen(false);
    if (job || !hasProgress) return;
    const stop = new AbortController();
    // Not as the pointer goes down: what is pressed would move away from under it.
    for (const each of ['click', 'keydown'] as const)
      document.addEventListener(each, () => setSeen(true), stop);
    return () => stop.abort();
  }, [job, hasProgress]);
  return job !== undefined || (hasProgress && !isSeen);
}

/** For screen readers without figures. A Stop button once nothing has come for long. The focus is not lost. @param isQuiet a notice says it */
export function StatusLine({ id, isQuiet }: { readonly id: string; readonly isQuiet: boolean }) {
  const text = useStatus();
  const line = useRef<HTMLParagraphElement>(null);
  const job = useEditorState(state => state.job);
  const announcement = useEditorState(announceStatus);
  // That of the audio stands beside its button.
  const hasCancel = useEditorState(
    state =>
      state.job !== undefined &&
      (state.job.isSilent || (hasScript(state) && state.job.kind !== 'speak' && state.job.kind !== 'fit')),
  );
  const stopFocus = useFocusFallback(hasCancel, line);
  return (
    <div className={`row ${classes.status}`}>
      <p
        id={id}
        className={isQuiet ? 'visually-hidden' : `flat soft ${classes.line}`}
        ref={line}
        tabIndex={-1}
      >
        {!isQuiet && text}
      </p>
      {hasCancel && (
        <Button variant="default" onClick={job?.cancel} {...stopFocus}>
          {t(job?.isSilent ? studioStatusMessages.stop : studioMessages.cancel)}
        </Button>
      )}
      <span className="visually-hidden" aria-live="polite">
        {!isQuiet && announcement}
      </span>
    </div>
  );
}
