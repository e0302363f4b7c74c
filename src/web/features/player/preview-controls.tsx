import type { KeyboardEvent, ReactNode } from 'react';
import buttons from '../../components/icon-button.module.css';
import { OriginalSound } from './original-sound.tsx';
import { describePlace, findTotalSeconds, formatClock, type PlaybackTime } from './playback-time.ts';
import classes from './preview-controls.module.css';
import { PreviewLine } from './preview-line.tsx';
import { useMediaKeys } from './use-media-keys.ts';
import { type Preview, usePlaybackTime } from './use-preview.ts';

interface PreviewControlsProps {
  readonly preview: Preview;
  /** In place of the film line. */
  readonly timeline?: ReactNode;
}

/** Plays video and recording together: one button, the film line, and how loud the video's own sound is. */
export function PreviewControls({ preview, timeline }: PreviewControlsProps) {
  const { playback, soundUrl } = preview;
  const time = usePlaybackTime(preview);
  useMediaKeys(preview);
  const hasVideo = time.videoSeconds !== undefined;
  const sound = soundUrl && (
    // biome-ignore lint/a11y/useMediaCaption: the script beside it is its text
    <audio
      key={soundUrl}
      ref={playback.attachSound}
      src={soundUrl}
      preload="auto"
      aria-label="The spoken narration"
    />
  );
  if (!hasVideo && !soundUrl) return null;

  function takeKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.key === 'k' || event.key === 'K' || (event.key === ' ' && !isOnButton)) playback.toggle();
    else if (event.key === 'f' || event.key === 'F') playback.showFullScreen();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: controls, and no fields of a form
    <div
      className={classes.controls}
      role="group"
      aria-label="Film"
      data-has-strip={timeline ? true : undefined}
      onKeyDown={takeKey}
    >
      {sound}
      <button
        type="button"
        className={`${buttons.button} ${classes.play}`}
        aria-label={`${time.isPlaying ? 'Pause' : 'Play'} ${namePreview(time)}`}
        onClick={playback.toggle}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={time.isPlaying ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'} />
        </svg>
      </button>
      {timeline ? (
        <div className={classes.timeline}>{timeline}</div>
      ) : (
        <PreviewLine preview={preview} time={time} valueText={describePlace(time)} />
      )}
      <p className={classes.clock}>
        {formatClock(time.atSeconds)} / {formatClock(findTotalSeconds(time))}
        {describeEnd(time)}
      </p>
      {hasVideo && (
        <div className={classes.rest}>
          <OriginalSound playback={playback} isNarrated={soundUrl !== undefined} />
          {document.fullscreenEnabled && (
            // Not one more stop of the keyboard, which has a key for it.
            <button
              type="button"
              className={`${buttons.button} ${classes.small}`}
              tabIndex={-1}
              aria-label="Full screen"
              aria-keyshortcuts="f"
              title="Full screen (F)"
              onClick={playback.showFullScreen}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
              </svg>
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function namePreview({ videoSeconds, soundSeconds }: PlaybackTime): string {
  if (videoSeconds === undefined) return 'the narration';
  return soundSeconds === undefined ? 'the video' : 'video and narration';
}

/** What is shaded on the line, in words. */
function describeEnd({ videoSeconds, soundSeconds }: PlaybackTime): string {
  if (videoSeconds === undefined || soundSeconds === undefined || soundSeconds < videoSeconds + 0.5)
    return '';
  return ` · the video ends at ${formatClock(videoSeconds)}`;
}
