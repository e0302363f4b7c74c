import { type CSSProperties, type MouseEvent, useId, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { printShortTime } from '#shared/narration/time-format.ts';
import { formatDuration } from '../../../lib/format.ts';
import classes from './timeline.module.css';
import { readZoomKey } from './timeline-keys.ts';
import { TimelineLines } from './timeline-lines.tsx';
import type { TimelineProps } from './timeline-props.ts';
import { TimelineRuler } from './timeline-ruler.tsx';
import { TimelineSounds } from './timeline-sounds.tsx';
import { SpeechLegend, TimelineSpeech } from './timeline-speech.tsx';
import { TimelineTools } from './timeline-tools.tsx';
import { describeTimelineLine } from './timeline-words.ts';
import { useTimelinePlayhead } from './use-timeline-playhead.ts';
import { useTimelineView } from './use-timeline-view.ts';

/** The lines of a narration as blocks along the time of its video, which can be moved, with the sounds and the playhead. */
export function Timeline(props: TimelineProps) {
  const { durationSeconds, lines, clock, original, speech, onSeek } = props;
  const hintId = useId();
  const [said, setSaid] = useState('');
  const view = useTimelineView(durationSeconds);
  const { pixelsPerSecond, span } = view;
  const describePlace = (seconds: number) =>
    t(timelineMessages.positionOf, {
      time: printShortTime(seconds),
      total: formatDuration(durationSeconds),
    });
  const playhead = useTimelinePlayhead(clock, view, describePlace);
  const sizes: CSSProperties & Record<`--${string}`, string> = {
    '--second': `${pixelsPerSecond}px`,
    width: view.contentPx,
  };

  function zoom(to: 'in' | 'out' | 'whole') {
    const { atSeconds } = clock.getPlaybackTime();
    view.zoom(to, view.isInSight(atSeconds) ? atSeconds : undefined);
  }

  function seekByClick(event: MouseEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest('input, [data-index]')) return;
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onSeek(Math.max(0, Math.min(px / pixelsPerSecond, durationSeconds)));
  }

  function move(index: number, startSeconds: number) {
    const line = lines[index];
    if (!line) return;
    props.onMove(index, startSeconds);
    const availableSeconds = (lines[index + 1]?.startSeconds ?? durationSeconds) - startSeconds;
    setSaid(describeTimelineLine({ ...line, startSeconds, leftOut: undefined }, index, availableSeconds));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the line editor, and no fields of a form
    <div
      className={classes.timeline}
      role="group"
      aria-label={t(timelineMessages.timeline)}
      onKeyDown={event => {
        const to = readZoomKey(event);
        if (!to) return;
        event.preventDefault();
        zoom(to);
      }}
    >
      <TimelineTools view={view} isAway={playhead.isAway} onZoom={zoom} onFollow={playhead.follow}>
        {speech && <SpeechLegend speech={speech} durationSeconds={durationSeconds} />}
      </TimelineTools>
      {/* Its parts are what the keyboard comes to. */}
      <div
        className={classes.scroller}
        ref={view.scroller}
        dir="ltr"
        tabIndex={-1}
        onScroll={() => view.noteScroll() && playhead.noteScroll()}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the slider has the keys for it */}
        <div className={classes.content} style={sizes} onClick={seekByClick}>
          <TimelineRuler
            slider={playhead.slider}
            durationSeconds={durationSeconds}
            clock={clock}
            span={span}
            pixelsPerSecond={pixelsPerSecond}
            onSeek={onSeek}
          />
          {speech && <TimelineSpeech speech={speech} span={span} pixelsPerSecond={pixelsPerSecond} />}
          <TimelineLines {...props} view={view} hintId={hintId} onMove={move} />
          <TimelineSounds original={original} span={span} pixelsPerSecond={pixelsPerSecond} />
          <div className={classes.playhead} ref={playhead.line} />
        </div>
      </div>
      <span hidden id={hintId}>
        {t(timelineMessages.moveHint)}
      </span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
