import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { readTransfer } from '../start/dropped.ts';
import classes from './queue.module.css';
import { count, findObstacle, mayRetry, Queue, type QueueState } from './queue.ts';
import { askForVideos, QueueRow, SettingsFields } from './queue-row.tsx';

interface QueuePanelProps {
  readonly languageNames: readonly LanguageName[];
}

/** How far the queue is, and the queue itself once it is opened; for as long as the page is there. */
export function QueuePanel(props: QueuePanelProps) {
  const editor = useEditor();
  const [queue, setQueue] = useState<Queue>();
  useEffect(() => {
    const opened = new Queue(editor);
    setQueue(opened);
    return () => opened.close();
  }, [editor]);
  return queue ? <QueueNotice queue={queue} {...props} /> : null;
}

function QueueNotice({ queue, languageNames }: QueuePanelProps & { readonly queue: Queue }) {
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
            <TextButton aria-haspopup="dialog" onClick={() => queue.show(true)}>
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
  const progress = t(messages.progress, { done: count(state, 'done'), count: state.videos.length });
  const failures = failed > 0 && t(messages.failures, { count: failed });
  return [progress, failures, state.note].filter(Boolean).join(' ');
}

interface QueueDialogProps extends QueuePanelProps {
  readonly queue: Queue;
  readonly state: QueueState;
}

function QueueDialog({ queue, state, languageNames }: QueueDialogProps) {
  const main = useRef<HTMLButtonElement>(null);
  const [areSettingsOpen, setSettingsOpen] = useState(state.videos.every(each => each.state === 'waiting'));
  const isPageWorking = useEditorState(({ job }) => job !== undefined);
  const close = () => queue.show(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void queue.add(readTransfer(event.dataTransfer));
  };
  return (
    <Dialog title={t(messages.title)} reason={t(messages.reason)} isWide onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button adds videos, too */}
      <div className={classes.queue} onDrop={drop}>
        {state.isElsewhere ? (
          <Notice tone="plain">{t(messages.elsewhere)}</Notice>
        ) : (
          <Fold title={t(messages.settings)} isOpen={areSettingsOpen} onToggle={setSettingsOpen}>
            <SettingsFields
              settings={state.settings}
              languageNames={languageNames}
              onChange={settings => queue.setForAll(settings)}
            />
          </Fold>
        )}
        <QueueButtons queue={queue} state={state} main={main} onStart={() => setSettingsOpen(false)} />
        {isPageWorking && count(state, 'done') > 0 && (
          <Notice tone="plain">{t(messages.whileWorking)}</Notice>
        )}
        {state.videos.length === 0 && <p>{t(messages.none)}</p>}
        <ul className={classes.list} aria-label={t(messages.videos)}>
          {state.videos.map(video => (
            <QueueRow
              key={video.id}
              queue={queue}
              video={video}
              settings={state.settings}
              languageNames={languageNames}
              mayOpen={!isPageWorking}
              main={main}
              onOpened={close}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface QueueButtonsProps extends Pick<QueueDialogProps, 'queue' | 'state'> {
  readonly main: RefObject<HTMLButtonElement | null>;
  readonly onStart: () => void;
}

function QueueButtons({ queue, state, main, onStart }: QueueButtonsProps) {
  const obstacle = findObstacle(state, useEditor().getPlans());
  const reasonId = useId();
  const { run, videos, isElsewhere } = state;
  const canRetry = videos.some(mayRetry) && !obstacle;
  const isBlocked = run === 'stopped' && (obstacle !== undefined || count(state, 'waiting') === 0);
  const retryFocus = useFocusFallback(canRetry, main);
  const begin = () => {
    queue.start();
    onStart();
  };
  return (
    <>
      <div className={classes.buttons}>
        <Button
          ref={main}
          isBlocked={isBlocked || isElsewhere}
          reasonId={reasonId}
          onClick={run === 'running' ? () => queue.pause() : begin}
        >
          {t(nameMainButton(state))}
        </Button>
        {canRetry && (
          <Button variant="default" onClick={() => queue.retry()} {...retryFocus}>
            {t(messages.retry)}
          </Button>
        )}
        <Button variant="default" onClick={() => askForVideos(queue)}>
          {t(messages.add)}
        </Button>
      </div>
      <p id={reasonId} role="status" className={classes.reason}>
        {describeRun(state, obstacle)}
      </p>
    </>
  );
}

function nameMainButton({ run, videos }: QueueState) {
  if (run === 'running') return messages.pause;
  if (run === 'pausing') return messages.resume;
  return videos.some(({ state }) => state === 'done') ? messages.resume : messages.start;
}

function describeRun({ run, waitsFor, note }: QueueState, obstacle: string | undefined): string {
  if (run === 'pausing') return t(messages.stepEnds);
  if (waitsFor === 'page') return t(messages.waitsForPage);
  if (waitsFor === 'connection') return t(messages.waitsForConnection);
  return note ?? obstacle ?? '';
}
