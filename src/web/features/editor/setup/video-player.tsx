import { type ChangeEvent, type CSSProperties, type ReactNode, type RefObject, useId, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { TitleCard } from '../../components/title-card.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { useLazyParts } from '../../lib/load-chunk.ts';
import type { Preview } from '../player/public.ts';
import { chooseDropped, type Dropped } from './dropped.ts';
import { lazyPreviewParts } from './lazy-preview-parts.ts';
import { LostVideoNotice } from './lost-video-notice.tsx';
import { usePageDrop } from './use-page-drop.ts';
import type { ChosenVideo, VideoChoice } from './use-video-choice.ts';
import { videoAccept } from './video-file.ts';
import classes from './video-player.module.css';

interface VideoPlayerProps {
  readonly choice: VideoChoice;
  /** Chooses a file, and stays whatever is shown. */
  readonly fileInput: RefObject<HTMLInputElement | null>;
  /** Undefined until what plays it was fetched. */
  readonly preview: Preview | undefined;
  /** No other video may be chosen while the studio works on this one. */
  readonly disabled: boolean;
  /** Called with a script or subtitles that were dropped on the page. */
  readonly onScript: (file: File) => void;
  /** What a person should know before the first video is chosen. */
  readonly promise?: ReactNode;
  /** Beside the button that adds a video: a sample to try. */
  readonly sample?: ReactNode;
  /** The timeline, instead of the player's slider. */
  readonly timeline: ReactNode;
  /** The progress bar, at the lower edge of the picture. */
  readonly bar: ReactNode;
  /** What is happening, under it. */
  readonly line: ReactNode;
}

/** The video, or a card that adds one. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { choice, fileInput, preview, disabled, onScript, promise, sample, bar, line, timeline } = props;
  const { video, checking, refusal } = choice;
  const opening = checking && t(studioMessages.opening, { name: checking });
  const inputId = useId();
  const [note, setNote] = useState<string>();
  const isOver = usePageDrop(takeDropped);
  const parts = useLazyParts(lazyPreviewParts, video !== undefined);

  function takeDropped(dropped: Dropped) {
    if (disabled) return setNote(t(studioMessages.dropWhileWorking));
    const { file, script, note } = chooseDropped(dropped);
    setNote(note);
    if (script) onScript(script);
    if (file) void choice.choose(file, dropped.handles.get(file));
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    // The same file may be chosen again after it was refused.
    event.currentTarget.value = '';
    setNote(undefined);
    if (file) void choice.choose(file);
  }

  return (
    <div className={classes.player}>
      {/* One control under changing labels, so that the focus is not lost. */}
      <input
        ref={fileInput}
        className={classes.input}
        id={inputId}
        type="file"
        data-asks-for="video"
        accept={videoAccept}
        disabled={disabled}
        onChange={choose}
      />
      <div className={classes.frame} style={video && shapeFrame(video)} data-empty={!video}>
        <div className={classes.screen} data-over={isOver && !disabled}>
          {video && parts && preview ? (
            <parts.VideoPreview file={video.file} preview={preview} />
          ) : (
            <TitleCard title={t(studioMessages.addVideo)} hint={opening ?? t(studioMessages.drop)}>
              <label className={classes.upload} htmlFor={inputId}>
                {t(studioMessages.upload)}
              </label>
              {sample}
            </TitleCard>
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
      {line}
      {parts && preview && <parts.PreviewControls preview={preview} timeline={timeline} />}
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
      </div>
      {choice.lost && <LostVideoNotice lost={choice.lost} />}
      {isOver && !disabled && (
        <p className={classes.over} aria-hidden="true">
          <span>{t(studioMessages.dropAnywhere)}</span>
        </p>
      )}
      <div role="status">{note && <Notice tone="plain">{note}</Notice>}</div>
    </div>
  );
}

/** The frame is as wide as the picture is, for its height: an upright video gets an upright frame. */
function shapeFrame({ facts: { width, height } }: ChosenVideo): CSSProperties {
  const shape: Record<`--${string}`, number> = { '--aspect': width / height };
  return shape;
}

function describeVideo({ file, facts }: ChosenVideo): string {
  const { durationSeconds, width, height } = facts;
  return `${formatDuration(durationSeconds)} · ${width} × ${height} · ${formatBytes(file.size)}`;
}
