import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import buttons from '../../../components/icon-button.module.css';
import { OriginalSound } from './original-sound.tsx';
import { describePlace, findTotalSeconds, formatClock, type PlaybackTime } from './playback-time.ts';
import classes from './preview-controls.module.css';
import { PreviewLine } from './preview-line.tsx';
import { useMediaKeys } from './use-media-keys.ts';
import { type Preview, usePlaybackTime } from './use-preview.ts';

interface PreviewControlsProps {
  readonly preview: Preview;
  /** In place of the position slider. */
  readonly timeline?: ReactNode;
}

/** Plays video and recording together: play button, position, and the volume of the original sound. */
export function PreviewControls({ preview, timeline }: PreviewControlsProps) {
  const { playback, soundUrl } = preview;
  const time = usePlaybackTime(preview);
  useMediaKeys(preview);
  const hasVideo = time.videoSeconds !== undefined;
  const { play, pause } = nameToggle(time);
  const sound = soundUrl && (
    // biome-ignore lint/a11y/useMediaCaption: the script beside it is its text
    <audio
      key={soundUrl}
      ref={playback.attachSound}
      src={soundUrl}
      preload="auto"
      aria-label={t(playerMessages.narration)}
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
      aria-label={t(playerMessages.player)}
      data-has-timeline={timeline ? true : undefined}
      onKeyDown={takeKey}
    >
      {sound}
      <button
        type="button"
        className={`${buttons.button} ${classes.play}`}
        aria-label={t(time.isPlaying ? pause : play)}
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
      <p className={classes.clock}>{describeClock(time)}</p>
      {hasVideo && (
        <div className={classes.rest}>
          <OriginalSound playback={playback} isNarrated={soundUrl !== undefined} />
          {document.fullscreenEnabled && (
            // Not in the tab order: it has a key.
            <button
              type="button"
              className={`${buttons.button} ${classes.small}`}
              tabIndex={-1}
              aria-label={t(playerMessages.fullScreen)}
              aria-keyshortcuts="f"
              title={t(playerMessages.fullScreenKey)}
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

function nameToggle({ videoSeconds, soundSeconds }: PlaybackTime) {
  const { playNarration, pauseNarration, playVideo, pauseVideo, playBoth, pauseBoth } = playerMessages;
  if (videoSeconds === undefined) return { play: playNarration, pause: pauseNarration };
  if (soundSeconds === undefined) return { play: playVideo, pause: pauseVideo };
  return { play: playBoth, pause: pauseBoth };
}

/** Position and length, and the end of the video where the narration is longer. */
function describeClock(time: PlaybackTime): string {
  const { atSeconds, videoSeconds, soundSeconds } = time;
  const clock = { time: formatClock(atSeconds), total: formatClock(findTotalSeconds(time)) };
  if (videoSeconds === undefined || soundSeconds === undefined || soundSeconds < videoSeconds + 0.5)
    return t(playerMessages.clock, clock);
  return t(playerMessages.clockBeyondVideo, { ...clock, end: formatClock(videoSeconds) });
}
