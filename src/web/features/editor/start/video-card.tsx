import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioStatusMessages } from '#shared/messages/studio-status.ts';
import { Button, getButtonProps, TextButton } from '../../../components/button.tsx';
import { useIsNarrow } from '../../../components/drawer.tsx';
import { Notice } from '../../../components/notice.tsx';
import card from '../../../components/title-card.module.css';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { loadChunk, useLazyParts } from '../../../lib/load-chunk.ts';
import { announceStatus, getStatus } from '../jobs/status.tsx';
import type { ChosenVideo, LostVideo } from '../model/editor-state.ts';
import { hasScript, hasTimes } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { chooseVideo, lazyPreview } from './choose-video.ts';
import { chooseDropped, type Dropped, isVideoFile, usePageDrop, videoAccept } from './dropped.ts';
import status from './status-line.module.css';
import classes from './video-card.module.css';

interface VideoCardProps {
  readonly onScript: (file: File) => void;
  /** Its bar names and changes the video. */
  readonly isWorkspace: boolean;
  readonly promise: ReactNode;
  readonly lineId: string;
  readonly isQuiet: boolean;
  readonly children: ReactNode;
}

export function VideoCard({ onScript, isWorkspace, promise, lineId, isQuiet, children }: VideoCardProps) {
  const video = useEditorState(state => state.video);
  const opening = useEditorState(({ openingName: name }) => name && t(studioMessages.opening, { name }));
  const lost = useEditorState(state => (state.video ? undefined : state.lostVideo));
  const disabled = useEditorState(({ job }) => job !== undefined);
  const hasSound = useEditorState(({ sounds }) => sounds.size > 0);
  const hasWave = useEditorState(state => !(isWorkspace && state.video && hasTimes(state)));
  // On a phone the script needs the room.
  const isRow = useIsNarrow() && isWorkspace;
  const inputId = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const { choose, isOver, note } = useChosenFiles(onScript);
  const parts = useLazyParts(lazyPreview, video !== undefined || hasSound);
  return (
    <div className={classes.player}>
      {/* One control under changing labels, so that the focus is not lost. */}
      <input
        ref={fileInput}
        className={`visually-hidden ${classes.input}`}
        id={inputId}
        type="file"
        multiple
        data-asks-for="video"
        accept={videoAccept}
        disabled={disabled}
        {...(isWorkspace && video && { tabIndex: -1, 'aria-label': t(studioMessages.video) })}
        onChange={choose}
      />
      <div className={classes.frame} data-empty={video ? undefined : isRow ? 'row' : 'card'}>
        <div className={classes.screen} data-over={isOver && !disabled}>
          {video && parts ? (
            <parts.VideoPreview file={video.file} />
          ) : isRow ? (
            <p className={classes.unplayable}>
              {opening ?? (
                <label className={classes.upload} htmlFor={inputId}>
                  {t(studioMessages.upload)}
                </label>
              )}
            </p>
          ) : (
            <div className={card.card}>
              <p className={card.title}>{t(studioMessages.addVideo)}</p>
              <label {...getButtonProps({}, classes.upload)} htmlFor={inputId}>
                {t(studioMessages.upload)}
              </label>
              <SampleClipButtons focusFallback={fileInput} />
              <p className={card.hint}>{opening ?? t(studioMessages.drop)}</p>
            </div>
          )}
        </div>
        <StatusBar isLasting={!isWorkspace} />
      </div>
      <RefusalNotice />
      {parts && <parts.PlayerControls hasWave={hasWave} />}
      <StatusLine id={lineId} isQuiet={isQuiet} />
      {!isWorkspace && (
        <div className={`row spread small ${classes.shelf}`}>
          {video ? (
            <>
              <label className={classes.change} htmlFor={inputId}>
                <span className={`truncate ${classes.name}`}>{video.file.name}</span>
                <span className="link">{t(studioMessages.changeVideo)}</span>
              </label>
              <p className="flat soft">{opening ?? describeVideo(video)}</p>
            </>
          ) : (
            promise
          )}
          {children}
        </div>
      )}
      {lost && <LostVideoNotice lost={lost} />}
      {isOver && !disabled && (
        <p className={classes.over} aria-hidden="true">
          <span>{t(studioMessages.dropAnywhere)}</span>
        </p>
      )}
      <div role="status">{note && <Notice tone="plain">{note}</Notice>}</div>
    </div>
  );
}

function useChosenFiles(onScript: (file: File) => void) {
  const editor = useEditor();
  const [note, setNote] = useState<string>();
  const isOver = usePageDrop(take);

  function take(dropped: Dropped, replaces = false) {
    const { store } = editor;
    if (dropped.files.filter(isVideoFile).length > 1) return store.setState({ several: dropped });
    if (store.getState().job) return setNote(t(studioMessages.dropWhileWorking));
    const { file, script, subtitles, note: more } = chooseDropped(dropped);
    setNote(more);
    if (script) onScript(script);
    if (file) void chooseVideo(editor, file, { handle: dropped.handles.get(file), subtitles, replaces });
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const files = [...(input.files ?? [])];
    // The same file may be chosen again after it was refused.
    input.value = '';
    if (files.length > 0)
      take({ files, handles: new Map(), folders: 0 }, input.dataset.replaces !== undefined);
  }

  return { choose, isOver, note };
}

function RefusalNotice() {
  const refusal = useEditorState(state => state.refusal);
  if (!refusal) return null;
  return (
    <Notice tone="problem">
      {refusal.message}{' '}
      {refusal.needsReload && (
        <TextButton onClick={() => window.location.reload()}>{t(pageMessages.reload)}</TextButton>
      )}
    </Notice>
  );
}

/** As the label of the file field does. @param replaces the video of the narration */
export function askForVideo(replaces: boolean): void {
  const input = document.querySelector<HTMLInputElement>('input[data-asks-for="video"]');
  input?.toggleAttribute('data-replaces', replaces);
  input?.click();
}

function describeVideo({ file, facts }: ChosenVideo): string {
  const { durationSeconds, width, height } = facts;
  return `${formatDuration(durationSeconds)} · ${width} × ${height} · ${formatBytes(file.size)}`;
}

function LostVideoNotice({ lost: { name, reopen } }: { lost: LostVideo }) {
  return (
    <Notice tone="plain">
      <p role="status">
        {t(studioMessages.addAgain, { name })}{' '}
        {reopen && <TextButton onClick={reopen}>{t(studioMessages.reopen, { name })}</TextButton>}
      </p>
    </Notice>
  );
}

/** @param focusFallback gets the focus once the sample is there and these buttons have gone */
function SampleClipButtons({ focusFallback }: { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const editor = useEditor();
  const [isOnItsWay, setOnItsWay] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = useFocusFallback(true, focusFallback);

  async function choose(way: 'openFinished' | 'openSample'): Promise<void> {
    setProblem(undefined);
    setOnItsWay(true);
    try {
      const example = await loadChunk('example', () => import('./open-example.ts'));
      await example[way](editor);
    } catch (error) {
      noteFailure(error);
      setProblem(describeFailure(error));
    } finally {
      setOnItsWay(false);
    }
  }

  return (
    <div className={`row ${classes.samples}`} {...place}>
      <TextButton isBusy={isOnItsWay} onClick={() => void choose('openFinished')}>
        {t(studioMessages.seeExample)}
      </TextButton>
      <TextButton isBusy={isOnItsWay} onClick={() => void choose('openSample')}>
        {t(isOnItsWay ? studioMessages.loadingSample : studioMessages.trySample)}
      </TextButton>
      {problem && (
        <p className="flat small" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function useStatus(): string {
  const editor = useEditor();
  return useEditorState(state => getStatus(editor, state));
}

/** Exactly 20 px tall, pale yellow, and peach at 100. */
function StatusBar({ isLasting }: { readonly isLasting: boolean }) {
  const text = useStatus();
  const percent = useEditorState(({ progress }) => progress);
  const isShown = useIsOfNow();
  if (!isLasting && !isShown) return null;
  return (
    <div
      className={status.bar}
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
        className={status.fill}
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
function StatusLine({ id, isQuiet }: { readonly id: string; readonly isQuiet: boolean }) {
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
    <div className={`row ${status.status}`}>
      <p
        id={id}
        className={isQuiet ? 'visually-hidden' : `flat soft ${status.line}`}
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
