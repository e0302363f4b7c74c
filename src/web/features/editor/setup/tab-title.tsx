import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { useEditorState } from '../store/use-editor.tsx';
import type { UnseenEnd } from './done-notice.ts';
import { lazyPreview } from './lazy-preview.ts';

/** What the tab shows while another one is looked at; the page's own title otherwise. */
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

/**
 * How the last job ended, if the tab was hidden then, until it is shown again. A notification appears where that is allowed.
 */
function useEndElsewhere(): UnseenEnd | undefined {
  const [unseen, setUnseen] = useState<UnseenEnd>();
  const end = useEditorState(({ lastEnd }) => lastEnd);
  const videoName = useEditorState(({ video }) => video?.file.name);
  const first = useRef(end);

  const note = useEffectEvent(() => {
    if (!end || end === first.current || !document.hidden || end.outcome === 'cancelled') return;
    const outcome = { kind: end.kind, isDone: end.outcome === 'done' };
    setUnseen(outcome);
    lazyPreview.fetched?.showDoneNotice(outcome, videoName);
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
