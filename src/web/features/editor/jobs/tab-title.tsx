import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { useEditorState } from '../model/use-editor.tsx';

export function TabTitle() {
  const name = useEditorState(({ video }) => video?.file.name) ?? 'Benshi';
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const percent = useEditorState(({ progress }) => progress);
  const unseenEnd = useEndElsewhere();
  const { percentOf, doneTitle, failedTitle } = studioStatusMessages;
  if (isWorking) return <title>{t(percentOf, { percent, what: name })}</title>;
  if (!unseenEnd) return null;
  return <title>{t(unseenEnd.isDone ? doneTitle : failedTitle, { name })}</title>;
}

/** How the last job ended, if the tab was hidden then, until it is shown again. */
function useEndElsewhere(): { readonly isDone: boolean } | undefined {
  const [unseen, setUnseen] = useState<{ readonly isDone: boolean }>();
  const end = useEditorState(({ lastEnd }) => lastEnd);
  const first = useRef(end);

  const note = useEffectEvent(() => {
    if (!end || end === first.current || !document.hidden || end.outcome === 'cancelled') return;
    setUnseen({ isDone: end.outcome === 'done' });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => note(), [end]);

  useEffect(() => {
    const look = () => {
      if (!document.hidden) setUnseen(undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return unseen;
}
