import type { KeyboardEvent, RefObject } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { printTime } from '#shared/script/time-format.ts';
import { UnseenSlider } from '../../../components/slider.tsx';
import type { Player } from '../model/player.ts';
import { takePositionKey } from '../player/playback-time.ts';
import { listMarks } from './geometry.ts';
import classes from './timeline.module.css';
import type { TimelineView } from './use-timeline-view.ts';

/** Less room than this at the end of the video would cut a label off. */
const labelPx = 40;

interface TimelineRulerProps {
  readonly slider: RefObject<HTMLInputElement | null>;
  readonly player: Player;
  readonly durationSeconds: number;
  readonly view: TimelineView;
}

/** The times over the lines, and the slider of the video's position over them. */
export function TimelineRuler({ slider, player, durationSeconds, view }: TimelineRulerProps) {
  const { pixelsPerSecond, span } = view;

  function takeKey(event: KeyboardEvent) {
    const { atSeconds, isPlaying } = player.picture.getPlaybackTime();
    const time = { atSeconds, isPlaying, videoSeconds: durationSeconds, soundSeconds: undefined };
    takePositionKey(event, time, seconds => player.seekPicture(seconds));
  }

  return (
    <div className={classes.ruler} ref={view.ruler}>
      {listMarks(pixelsPerSecond, span).map(seconds => (
        <span
          key={seconds}
          className={classes.mark}
          style={{ left: seconds * pixelsPerSecond }}
          aria-hidden="true"
        >
          {(durationSeconds - seconds) * pixelsPerSecond > labelPx && printTime(seconds)}
        </span>
      ))}
      <UnseenSlider
        ref={slider}
        className={classes.place}
        aria-label={t(timelineMessages.position)}
        min={0}
        max={durationSeconds}
        step={0.01}
        defaultValue={0}
        onChange={event => player.seekPicture(Number(event.currentTarget.value))}
        onKeyDown={takeKey}
      />
    </div>
  );
}
