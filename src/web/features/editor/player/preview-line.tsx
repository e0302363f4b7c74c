import { type CSSProperties, useMemo } from 'react';
import { drawPeaks } from '#media/sound/peaks.ts';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { UnseenSlider } from '../../../components/slider.tsx';
import type { PlaybackTime, Player } from '../model/player.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { getClips } from './plan-preview.ts';
import { describePlace, findTotalSeconds, takePositionKey } from './playback-time.ts';
import classes from './preview-line.module.css';
import { useVoicePeaks } from './use-sound-peaks.ts';

interface PreviewLineProps {
  readonly player: Player;
  readonly time: PlaybackTime;
}

/** More cannot be seen apart on a phone. */
const bars = 160;

export function PreviewLine({ player, time }: PreviewLineProps) {
  const { atSeconds, videoSeconds, soundSeconds } = time;
  const totalSeconds = findTotalSeconds(time);
  const peaks = useVoicePeaks(useEditorState(getClips));
  const path = useMemo(() => peaks && drawPeaks(peaks, bars), [peaks]);
  const share = (seconds: number) => `${totalSeconds > 0 ? (100 * seconds) / totalSeconds : 0}%`;
  const isBeyond = videoSeconds !== undefined && soundSeconds !== undefined && soundSeconds > videoSeconds;
  const places: CSSProperties & Record<`--${string}`, string> = {
    '--at': share(Math.min(atSeconds, totalSeconds)),
    '--sound': share(soundSeconds ?? 0),
    '--end': isBeyond ? share(videoSeconds) : '100%',
  };

  return (
    <div className={classes.line} style={places}>
      <div className={classes.rail} />
      {path && (
        <svg className={classes.wave} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={path} />
        </svg>
      )}
      {isBeyond && <div className={classes.beyond} />}
      <div className={classes.passed} />
      <UnseenSlider
        className={classes.input}
        aria-label={t(playerMessages.position)}
        aria-valuetext={describePlace(time)}
        min={0}
        max={totalSeconds}
        step={0.01}
        value={Math.min(atSeconds, totalSeconds)}
        onChange={event => player.seek(Number(event.currentTarget.value))}
        onKeyDown={event => takePositionKey(event, player.getPlaybackTime(), seconds => player.seek(seconds))}
      />
    </div>
  );
}
