import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { DroppedFiles } from '../model/editor-state.ts';
import { useEditor } from '../model/use-editor.tsx';
import { Queue } from './queue.ts';
import { QueueDialog } from './queue-dialog.tsx';
import { count, type QueueState } from './queue-state.ts';

interface QueuePanelProps {
  readonly several: DroppedFiles;
  readonly languageNames: readonly LanguageName[];
}

/** How far the queue is, and the queue itself once it is opened. */
export function QueuePanel({ several, languageNames }: QueuePanelProps) {
  const queue = useQueue();
  useFiles(queue, several);
  return queue ? <OpenPanel queue={queue} languageNames={languageNames} /> : null;
}

/** The queue, for as long as the page is there. */
function useQueue(): Queue | undefined {
  const editor = useEditor();
  const [queue, setQueue] = useState<Queue>();
  useEffect(() => {
    const opened = new Queue(editor);
    setQueue(opened);
    return () => opened.close();
  }, [editor]);
  return queue;
}

function useFiles(queue: Queue | undefined, several: DroppedFiles): void {
  const taken = useRef<DroppedFiles>(undefined);
  useEffect(() => {
    if (!queue || taken.current === several) return;
    taken.current = several;
    void queue.add(several);
  }, [queue, several]);
}

function OpenPanel({ queue, languageNames }: { queue: Queue } & Pick<QueuePanelProps, 'languageNames'>) {
  const state = useStore(queue.store);
  const { videos, run, isOpen } = state;
  const values = { done: count(state, 'done'), count: videos.length };
  return (
    <>
      {run !== 'stopped' && <title>{t(messages.titleOf, values)}</title>}
      {videos.length > 0 && (
        <Notice tone="plain">
          <p>
            <span role="status">{describeProgress(state)}</span>{' '}
            <TextButton
              aria-haspopup="dialog"
              onClick={() => queue.dispatch({ type: 'shown', isOpen: true })}
            >
              {t(messages.open)}
            </TextButton>
          </p>
        </Notice>
      )}
      {isOpen && <QueueDialog queue={queue} state={state} languageNames={languageNames} />}
    </>
  );
}

/** Changes with each video, not with each step. */
function describeProgress(state: QueueState): string {
  const failed = count(state, 'failed');
  return [
    t(messages.progress, { done: count(state, 'done'), count: state.videos.length }),
    failed > 0 && t(messages.failures, { count: failed }),
    state.note,
  ]
    .filter(Boolean)
    .join(' ');
}
