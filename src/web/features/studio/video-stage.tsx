import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { TitleCard } from '../../components/title-card.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import type { ChosenVideo, VideoChoice } from './use-video-choice.ts';
import { videoAccept } from './video-file.ts';
import { VideoPreview } from './video-preview.tsx';
import classes from './video-stage.module.css';

interface VideoStageProps {
  readonly choice: VideoChoice;
  /** No other video may be chosen while the studio works on this one. */
  readonly disabled: boolean;
  /** What a person should know before the first video is chosen. */
  readonly promise?: ReactNode;
}

/** The screen: an empty title card that takes a video, then the video itself. */
export function VideoStage({ choice, disabled, promise }: VideoStageProps) {
  const { video, checking, refusal } = choice;
  const inputId = useId();
  const drop = useFileDrop(file => void choice.choose(file), disabled);
  useMissedDrops();

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    // The same file may be chosen again after it was refused.
    event.currentTarget.value = '';
    if (file) void choice.choose(file);
  }

  return (
    <div className={classes.stage}>
      {/* One control under changing labels, so that the keyboard does not lose its place. */}
      <input
        className={classes.input}
        id={inputId}
        type="file"
        accept={videoAccept}
        disabled={disabled}
        onChange={choose}
      />
      <div className={classes.screen} data-over={drop.isOver} data-empty={!video} {...drop.handlers}>
        {video ? (
          <VideoPreview file={video.file} />
        ) : (
          <TitleCard
            title="The screen is yours"
            hint={checking ? `Opening ${checking} …` : 'or drop a video here'}
          >
            <label className={classes.upload} htmlFor={inputId}>
              Upload Video
            </label>
          </TitleCard>
        )}
      </div>
      <div className={classes.shelf}>
        {video ? (
          <>
            <label className={classes.change} htmlFor={inputId}>
              <span className={classes.name}>{video.file.name}</span>
              <span className={classes.other}>Change</span>
            </label>
            <p className={classes.facts}>{checking ? `Opening ${checking} …` : describeVideo(video)}</p>
          </>
        ) : (
          promise
        )}
      </div>
      {refusal && (
        <Notice tone="problem">
          {refusal.message}{' '}
          {refusal.needsReload && (
            <TextButton onClick={() => window.location.reload()}>Reload the page</TextButton>
          )}
        </Notice>
      )}
    </div>
  );
}

function describeVideo({ file, facts }: ChosenVideo): string {
  const { durationSeconds, width, height } = facts;
  return `${formatDuration(durationSeconds)} · ${width} × ${height} · ${formatBytes(file.size)}`;
}

/** Files dropped on an element. Entering a child of it counts as leaving nothing. */
function useFileDrop(take: (file: File) => void, disabled: boolean) {
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  const move = (by: 1 | -1) => {
    depth.current = Math.max(0, depth.current + by);
    setIsOver(depth.current > 0 && !disabled);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: () => move(1),
      onDragLeave: () => move(-1),
      // Says that a file may be let go here.
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file && !disabled) take(file);
      },
    },
  };
}

/** A file let go beside the screen does nothing. Without this the browser would leave the page and open it. */
function useMissedDrops() {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
