import { type ChangeEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { PlainButton, TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import card from '../../../components/title-card.module.css';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { loadChunk, useLazyParts } from '../../../lib/load-chunk.ts';
import type { ChosenVideo, LostVideo } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { chooseVideo } from './choose-video.ts';
import { chooseDropped, type Dropped, isVideoFile, usePageDrop, videoAccept } from './dropped.ts';
import { lazyPreview } from './lazy-preview.ts';
import classes from './video-card.module.css';

interface VideoCardProps {
  /** Called with a script, subtitles or a project file that were dropped on the page. */
  readonly onScript: (file: File) => void;
  /** Its bar names and changes the video. */
  readonly isWorkspace: boolean;
  /** What a person should know before the first video is chosen. */
  readonly promise?: ReactNode;
  /** The progress bar, at the lower edge of the picture. */
  readonly bar: ReactNode;
  readonly line: ReactNode;
  /** Under the picture: what plays it. */
  readonly controls: ReactNode;
  /** Beside the name of the video: what leads to other narrations. */
  readonly others: ReactNode;
}

export function VideoCard({ onScript, isWorkspace, promise, bar, line, controls, others }: VideoCardProps) {
  const editor = useEditor();
  const video = useEditorState(state => state.video);
  const openingName = useEditorState(state => state.openingName);
  const refusal = useEditorState(state => state.refusal);
  const lost = useEditorState(state => state.lostVideo);
  const disabled = useEditorState(({ job }) => job !== undefined);
  const opening = openingName && t(studioMessages.opening, { name: openingName });
  const inputId = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string>();
  const isOver = usePageDrop(takeDropped);
  const parts = useLazyParts(lazyPreview, video !== undefined);

  function takeDropped(dropped: Dropped) {
    if (dropped.files.filter(isVideoFile).length > 1) return editor.store.setState({ several: dropped });
    if (disabled) return setNote(t(studioMessages.dropWhileWorking));
    const { file, script, subtitles, note: more } = chooseDropped(dropped);
    setNote(more);
    if (script) onScript(script);
    if (file) void chooseVideo(editor, file, { handle: dropped.handles.get(file), subtitles });
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.currentTarget.files ?? [])];
    // The same file may be chosen again after it was refused.
    event.currentTarget.value = '';
    if (files.length > 0) takeDropped({ files, handles: new Map(), folders: 0 });
  }

  return (
    <div className={classes.player}>
      {/* One control under changing labels, so that the focus is not lost. */}
      <input
        ref={fileInput}
        className={classes.input}
        id={inputId}
        type="file"
        multiple
        data-asks-for="video"
        accept={videoAccept}
        disabled={disabled}
        {...(isWorkspace && video && { tabIndex: -1, 'aria-label': t(studioMessages.video) })}
        onChange={choose}
      />
      <div className={classes.frame} data-empty={!video}>
        <div className={classes.screen} data-over={isOver && !disabled}>
          {video && parts ? (
            <parts.VideoPreview file={video.file} />
          ) : (
            <div className={card.card}>
              <p className={card.title}>{t(studioMessages.addVideo)}</p>
              <label className={classes.upload} htmlFor={inputId}>
                {t(studioMessages.upload)}
              </label>
              <SampleClipButtons focusFallback={fileInput} />
              <p className={card.hint}>{opening ?? t(studioMessages.drop)}</p>
            </div>
          )}
        </div>
        {bar}
      </div>
      {refusal && (
        <Notice tone="problem">
          {refusal.message}{' '}
          {refusal.needsReload && (
            <TextButton onClick={() => window.location.reload()}>{t(pageMessages.reload)}</TextButton>
          )}
        </Notice>
      )}
      {controls}
      {line}
      {!isWorkspace && (
        <div className={classes.shelf}>
          {video ? (
            <>
              <label className={classes.change} htmlFor={inputId}>
                <span className={classes.name}>{video.file.name}</span>
                <span className={classes.other}>{t(studioMessages.changeVideo)}</span>
              </label>
              <p className={classes.facts}>{opening ?? describeVideo(video)}</p>
            </>
          ) : (
            promise
          )}
          {others}
        </div>
      )}
      {lost && !video && <LostVideoNotice lost={lost} />}
      {isOver && !disabled && (
        <p className={classes.over} aria-hidden="true">
          <span>{t(studioMessages.dropAnywhere)}</span>
        </p>
      )}
      <div role="status">{note && <Notice tone="plain">{note}</Notice>}</div>
    </div>
  );
}

/** As the label of the file field does. */
export function askForVideo(): void {
  document.querySelector<HTMLInputElement>('input[data-asks-for="video"]')?.click();
}

function describeVideo({ file, facts }: ChosenVideo): string {
  const { durationSeconds, width, height } = facts;
  return `${formatDuration(durationSeconds)} · ${width} × ${height} · ${formatBytes(file.size)}`;
}

/** Says which file to add again. The script and its versions are there already. */
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

interface SampleClipButtonsProps {
  /** Gets the focus once the sample is there and these buttons have gone. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

function SampleClipButtons({ focusFallback }: SampleClipButtonsProps) {
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

  const button = { className: classes.button, isBusy: isOnItsWay };
  return (
    <div className={classes.samples} {...place}>
      <PlainButton {...button} onClick={() => void choose('openFinished')}>
        {t(studioMessages.seeExample)}
      </PlainButton>
      <PlainButton {...button} onClick={() => void choose('openSample')}>
        {t(isOnItsWay ? studioMessages.loadingSample : studioMessages.trySample)}
      </PlainButton>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
