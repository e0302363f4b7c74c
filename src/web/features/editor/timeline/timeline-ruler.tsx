import type { KeyboardEvent, RefObject } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { printTime } from '#shared/narration/time-format.ts';
import { findPlaceOfKey } from '../player/public.ts';
import classes from './timeline.module.css';
import { listMarks, type Span } from './timeline-geometry.ts';
import type { TimelineClock } from './timeline-props.ts';

interface TimelineRulerProps {
  readonly slider: RefObject<HTMLInputElement | null>;
  readonly durationSeconds: number;
  readonly clock: TimelineClock;
  readonly span: Span;
  readonly pixelsPerSecond: number;
  readonly onSeek: (seconds: number) => void;
}

/** The times over the lines, and the slider of the video's position over them. */
export function TimelineRuler({
  slider,
  durationSeconds,
  clock,
  span,
  pixelsPerSecond,
  onSeek,
}: TimelineRulerProps) {
  function takeKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { atSeconds, isPlaying } = clock.getPlaybackTime();
    const time = { atSeconds, isPlaying, videoSeconds: durationSeconds, soundSeconds: undefined };
    const seconds = findPlaceOfKey(event.key, time);
    if (seconds === undefined) return;
    event.preventDefault();
    onSeek(seconds);
  }

  return (
    <div className={classes.ruler}>
      {listMarks(pixelsPerSecond, span).map(seconds => (
        <span
          key={seconds}
          className={classes.mark}
          style={{ left: seconds * pixelsPerSecond }}
          aria-hidden="true"
        >
          {printTime(seconds)}
        </span>
      ))}
      <input
        ref={slider}
        type="range"
        className={classes.place}
        aria-label={t(timelineMessages.position)}
        min={0}
        max={durationSeconds}
        step={0.01}
        defaultValue={0}
        onChange={event => onSeek(Number(event.currentTarget.value))}
        onKeyDown={takeKey}
      />
    </div>
  );
}
