import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Checkbox } from '../../../components/field.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Row } from '../../../components/row.tsx';
import { noteFailure } from '../../../lib/failures.ts';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatDuration } from '../../../lib/format.ts';
import { chooseFiles, useObjectUrl } from '../../../lib/media.ts';
import { VoicePicker } from '../../voice-picker/public.ts';
import { type QueueSettings, readRecord } from '../keep/database.ts';
import { isOffered } from '../model/editor.ts';
import type { Form } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { NoAi } from '../start/connect-ai.tsx';
import { readTransfer, videoAccept } from '../start/dropped.ts';
import { FormFields } from '../start/narration-form.tsx';
import classes from './queue.module.css';
import { count, findObstacle, type ListedVideo, mayRetry, Queue, type QueueState } from './queue.ts';

interface QueuePanelProps {
  readonly languageNames: readonly LanguageName[];
}

export function QueuePanel(props: QueuePanelProps) {
  const editor = useEditor();
  const [queue, setQueue] = useState<Queue>();
  useEffect(() => {
    const opened = Queue.of(editor);
    setQueue(opened);
    return () => opened.pause();
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
      <div className="stack" onDrop={drop}>
        <NoAi />
        {state.isElsewhere ? (
          <Notice tone="plain">{t(messages.elsewhere)}</Notice>
        ) : (
          <Fold title={t(messages.settings)} isOpen={areSettingsOpen} onToggle={setSettingsOpen}>
            <SettingsFields
              settings={state.settings}
              languageNames={languageNames}
              onChange={settings => queue.store.setState({ settings })}
            />
          </Fold>
        )}
        <QueueButtons queue={queue} state={state} main={main} onStart={() => setSettingsOpen(false)} />
        {isPageWorking && count(state, 'done') > 0 && (
          <Notice tone="plain">{t(messages.whileWorking)}</Notice>
        )}
        {state.videos.length === 0 && <p>{t(messages.none)}</p>}
        <ul className="flat" aria-label={t(messages.videos)}>
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
      <div className="row">
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
      <p id={reasonId} role="status" className={`soft anywhere ${classes.reason}`}>
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

interface QueueRowProps {
  readonly queue: Queue;
  readonly video: ListedVideo;
  readonly settings: QueueSettings;
  readonly languageNames: readonly LanguageName[];
  readonly mayOpen: boolean;
  readonly main: RefObject<HTMLElement | null>;
  readonly onOpened: () => void;
}

function QueueRow({ queue, video, settings, languageNames, mayOpen, main, onOpened }: QueueRowProps) {
  const { name, state, message, needs, durationSeconds, own } = video;
  const picture = useObjectUrl(usePicture(video));
  const focus = useFocusFallback(true, main);
  const [isOpen, setOpen] = useState(false);
  const ownId = useId();
  const mayChange = state === 'waiting' || state === 'failed';
  const open = () => queue.open(video).then(isThere => isThere && onOpened(), noteFailure);
  const facts = [
    durationSeconds !== undefined && formatDuration(durationSeconds),
    t(messages[state]),
    own && t(messages.ownSettings),
  ];
  const actions = (
    <>
      {state === 'done' && (
        <TextButton aria-label={t(messages.openOne, { name })} isBlocked={!mayOpen} onClick={open}>
          {t(messages.openResult)}
        </TextButton>
      )}
      <TextButton aria-label={t(messages.removeOne, { name })} onClick={() => queue.remove(video)} {...focus}>
        {t(messages.remove)}
      </TextButton>
      {mayChange && (
        <TextButton
          aria-label={t(messages.ownSettingsOf, { name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? ownId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t(messages.ownSettings)}
        </TextButton>
      )}
    </>
  );
  return (
    <Row picture={picture} title={name} facts={facts} actions={actions}>
      {message && <p className={`soft anywhere ${state === 'failed' ? classes.failed : ''}`}>{message}</p>}
      {needs && state !== 'done' && <FileQuestion queue={queue} video={video} />}
      {mayChange && isOpen && (
        <div id={ownId} className={classes.own}>
          <SettingsFields
            settings={own ?? settings}
            languageNames={languageNames}
            onChange={changed => queue.setForOne(video, changed)}
          />
          {own && (
            <TextButton onClick={() => queue.setForOne(video, undefined)}>{t(messages.useCommon)}</TextButton>
          )}
        </div>
      )}
    </Row>
  );
}

function usePicture({ id, durationSeconds }: ListedVideo): Blob | undefined {
  const [picture, setPicture] = useState<Blob>();
  useEffect(() => {
    if (durationSeconds !== undefined) readRecord('pictures', id).then(setPicture, () => {});
  }, [id, durationSeconds]);
  return picture;
}

function FileQuestion({ queue, video }: Pick<QueueRowProps, 'queue' | 'video'>) {
  const { name, needs } = video;
  if (needs === 'permission')
    return <TextButton onClick={() => void queue.allow(video)}>{t(messages.allow, { name })}</TextButton>;
  return (
    <p className="soft anywhere">
      {t(messages.needsFile)}{' '}
      <TextButton onClick={() => askForVideos(queue)}>{t(messages.choose, { name })}</TextButton>
    </p>
  );
}

function askForVideos(queue: Queue): void {
  chooseFiles(videoAccept, files => void queue.add({ files, handles: new Map() }));
}

interface SettingsFieldsProps {
  readonly settings: QueueSettings;
  readonly languageNames: readonly LanguageName[];
  readonly onChange: (settings: QueueSettings) => void;
}

function SettingsFields({ settings, languageNames, onChange }: SettingsFieldsProps) {
  const { form, isSpoken } = settings;
  const { voice } = form;
  const plans = useEditor().getPlans();
  const change = (changes: Partial<Form>) => onChange({ ...settings, form: { ...form, ...changes } });
  return (
    <div className={`stack ${classes.fields}`}>
      <FormFields
        form={form}
        languageNames={languageNames}
        disabled={false}
        areSteps={false}
        voice={
          <VoicePicker
            plans={plans}
            value={voice && isOffered(voice, plans) ? voice : undefined}
            language={form.language}
            disabled={false}
            onChange={chosen => change({ voice: chosen })}
          />
        }
        onChange={change}
      />
      <Checkbox
        label={t(messages.sound)}
        checked={isSpoken}
        onChange={checked => onChange({ ...settings, isSpoken: checked })}
      />
    </div>
  );
}
