import { type DragEvent, type RefObject, useId, useRef, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { readTransfer } from '../start/dropped.ts';
import { FileButton } from './file-button.tsx';
import classes from './queue.module.css';
import type { Queue } from './queue.ts';
import { QueueRow } from './queue-row.tsx';
import { count, findObstacle, isRetried, type QueueState } from './queue-state.ts';
import { SettingsFields } from './settings-fields.tsx';

interface QueueDialogProps {
  readonly languageNames: readonly LanguageName[];
  readonly queue: Queue;
  readonly state: QueueState;
}

export function QueueDialog({ queue, state, languageNames }: QueueDialogProps) {
  const main = useRef<HTMLButtonElement>(null);
  const [areSettingsOpen, setSettingsOpen] = useState(state.videos.every(each => each.state === 'waiting'));
  const isPageWorking = useEditorState(({ job }) => job !== undefined);
  const close = () => queue.dispatch({ type: 'shown', isOpen: false });
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
          <details
            className={classes.settings}
            open={areSettingsOpen}
            onToggle={event => setSettingsOpen(event.currentTarget.open)}
          >
            <summary>{t(messages.settings)}</summary>
            <SettingsFields
              settings={state.settings}
              languageNames={languageNames}
              onChange={settings => queue.dispatch({ type: 'set', settings })}
            />
          </details>
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
  const editor = useEditor();
  const reasonId = useId();
  const { run } = state;
  const failed = state.videos.filter(isRetried).length;
  const obstacle = findObstacle(state, editor.getPlans());
  const isBlocked = run === 'stopped' && (obstacle !== undefined || count(state, 'waiting') === 0);
  const retryFocus = useFocusFallback(failed > 0, main);
  const press = () => {
    if (run === 'running') return queue.pause();
    queue.start();
    onStart();
  };
  return (
    <>
      <div className={classes.buttons}>
        <Button
          ref={main}
          isBlocked={isBlocked || state.isElsewhere}
          aria-describedby={reasonId}
          onClick={press}
        >
          {t(nameMainButton(state))}
        </Button>
        {failed > 0 && !obstacle && (
          <Button variant="default" onClick={() => queue.retry()} {...retryFocus}>
            {t(messages.retry)}
          </Button>
        )}
        <FileButton
          label={t(messages.add)}
          isMultiple
          onChoose={files => void queue.add({ files, handles: new Map() })}
        />
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
