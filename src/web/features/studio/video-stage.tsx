import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import type { VideoChoice } from './use-video-choice.ts';
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
  const drop = useFileDrop(file => void choice.choose(file), disabled);
  return (
    <div>
      <div className={classes.screen} data-over={drop.isOver} data-empty={!video} {...drop.handlers}>
        {video ? (
          <VideoPreview file={video.file} />
        ) : (
          <div className={classes.card}>
            <p className={classes.title}>The screen is yours</p>
            <UploadControl choice={choice} disabled={disabled} label="Upload Video" />
            <p className={classes.hint}>{checking ? `Opening ${checking} …` : 'or drop a video here'}</p>
          </div>
        )}
      </div>
      {!video && promise && <div className={classes.shelf}>{promise}</div>}
      {video && (
        <div className={classes.shelf}>
          <UploadControl choice={choice} disabled={disabled} label={video.file.name} />
          <p className={classes.facts}>
            {checking
              ? `Opening ${checking} …`
              : `${formatDuration(video.facts.durationSeconds)} · ${video.facts.width} × ${video.facts.height} · ${formatBytes(video.file.size)}`}
          </p>
        </div>
      )}
      {refusal && (
        <div className={classes.refusal}>
          <Notice tone="problem">
            {refusal.message}{' '}
            {refusal.needsReload && (
              <TextButton onClick={() => window.location.reload()}>Reload the page</TextButton>
            )}
          </Notice>
        </div>
      )}
    </div>
  );
}

interface UploadControlProps {
  readonly choice: VideoChoice;
  readonly disabled: boolean;
  /** The invitation, later the name of the file. */
  readonly label: string;
}

function UploadControl({ choice, disabled, label }: UploadControlProps) {
  const id = useId();
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    // The same file may be chosen again after it was refused.
    event.currentTarget.value = '';
    if (file) void choice.choose(file);
  }
  const isChosen = choice.video !== undefined;
  return (
    <>
      <input
        className={classes.input}
        id={id}
        type="file"
        accept={videoAccept}
        disabled={disabled}
        onChange={choose}
      />
      <label className={classes.upload} htmlFor={id} data-chosen={isChosen}>
        <span className={classes.name}>{label}</span>
        {isChosen && <span className={classes.other}>Change</span>}
      </label>
    </>
  );
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
      // Without this the browser would leave the page and open the file.
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
