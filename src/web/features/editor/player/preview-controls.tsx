import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { IconButton } from '../../../components/button.tsx';
import { formatClock } from '../../../lib/format.ts';
import type { PlaybackTime, Player } from '../model/player.ts';
import { OriginalSound } from './original-sound.tsx';
import { findTotalSeconds } from './playback-time.ts';
import classes from './preview-controls.module.css';
import { PreviewLine } from './preview-line.tsx';
import { useMediaKeys } from './use-media-keys.ts';
import { usePlaybackTime } from './use-playback-time.ts';

interface PreviewControlsProps {
  readonly player: Player;
  /** Of the video, where the system shows what is played. */
  readonly title: string | undefined;
  /** The timeline has the position slider. */
  readonly hasTimeline: boolean;
  readonly children?: ReactNode;
}

export function PreviewControls({ player, title, hasTimeline, children }: PreviewControlsProps) {
  const time = usePlaybackTime(player);
  useMediaKeys(player, title);
  const hasVideo = time.videoSeconds !== undefined;
  const { play, pause } = nameToggle(time);
  if (!hasVideo && time.soundSeconds === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: controls, and no fields of a form
    <div
      className={classes.controls}
      role="group"
      aria-label={t(playerMessages.player)}
      data-has-timeline={hasTimeline || undefined}
    >
      <IconButton
        className={classes.play}
        label={t(time.isPlaying ? pause : play)}
        path={time.isPlaying ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'}
        onClick={player.toggle}
      />
      {!hasTimeline && <PreviewLine player={player} time={time} />}
      <p className={classes.clock}>{describeClock(time)}</p>
      {hasVideo && (
        <div className={classes.rest}>
          <OriginalSound volumes={player.volumes} />
          {children}
          {document.fullscreenEnabled && (
            <IconButton
              className={classes.small}
              label={t(playerMessages.fullScreen)}
              path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"
              aria-keyshortcuts="f"
              title={t(playerMessages.fullScreenKey)}
              onClick={player.showFullScreen}
            />
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
