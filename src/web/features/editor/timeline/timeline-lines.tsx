import { type PointerEvent, useMemo, useRef } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { computeAvailableSeconds } from '#shared/script/cues.ts';
import classes from './timeline.module.css';
import { TimelineBlock } from './timeline-block.tsx';
import { findLinesWithin } from './timeline-geometry.ts';
import { TimelineMarks } from './timeline-marks.tsx';
import type { TimelineProps } from './timeline-props.ts';
import { useTimelineDrag } from './use-timeline-drag.ts';
import { findLineIndex, useTimelineKeys } from './use-timeline-keys.ts';
import type { TimelineView } from './use-timeline-view.ts';

interface TimelineLinesProps extends TimelineProps {
  readonly view: TimelineView;
  readonly hintId: string;
}

/** More side by side could neither be read nor hit, and would cost each zoom too much: they are drawn as a row of marks. */
const mostBlocks = 150;

/** The lane of the blocks: those in sight, and the one that was chosen. */
export function TimelineLines(props: TimelineLinesProps) {
  const { lines, durationSeconds, clock, selectedIndex, view, getSound, onSeek, onMove, onSelect } = props;
  const { pixelsPerSecond, span } = view;
  const lane = useRef<HTMLDivElement>(null);
  const availableDurations = useMemo(() => {
    const untilNext = computeAvailableSeconds(lines, durationSeconds);
    return lines.map(({ availableSeconds }, index) => availableSeconds ?? untilNext[index] ?? 0);
  }, [lines, durationSeconds]);
  const within = useMemo(
    () => findLinesWithin({ lines, durationSeconds }, pixelsPerSecond, span),
    [lines, durationSeconds, pixelsPerSecond, span],
  );
  const takeKey = useTimelineKeys(lane, { ...props, reveal: view.reveal });
  const drag = useTimelineDrag({
    lines,
    durationSeconds,
    view,
    getPlayheadSeconds: () => clock.getPlaybackTime().atSeconds,
    onMove,
  });
  const isCrowded = within.length > mostBlocks;
  const stop = Math.min(selectedIndex ?? within[0] ?? 0, lines.length - 1);
  const shown = new Set(isCrowded ? [] : within);
  if (stop >= 0) shown.add(stop);

  function begin(event: PointerEvent<HTMLElement>) {
    const index = findLineIndex(event.target);
    if (index === undefined) return;
    // A finger or a pen scrolls over lines that are not chosen; a tap chooses, and a press on the chosen one drags.
    if (!props.isFixed && (event.pointerType === 'mouse' || index === selectedIndex))
      drag.begin(event, index);
  }

  return (
    <div
      ref={lane}
      className={classes.lines}
      role="listbox"
      aria-label={t(timelineMessages.lines)}
      aria-orientation="horizontal"
      onKeyDown={takeKey}
      onFocus={event => {
        const index = findLineIndex(event.target);
        if (index !== undefined && index !== selectedIndex) onSelect(index);
      }}
      onPointerDown={begin}
      onPointerMove={drag.follow}
      onPointerUp={drag.end}
      onPointerCancel={drag.cancel}
      // A block loses a finger to the lane when a drag begins; that is no end.
      onLostPointerCapture={event => event.target === event.currentTarget && drag.cancel()}
      onClickCapture={drag.sortClick}
      onDoubleClick={event => {
        const line = lines[findLineIndex(event.target) ?? -1];
        if (line) onSeek(line.startSeconds);
      }}
    >
      {isCrowded && <TimelineMarks {...{ lines, within, span, pixelsPerSecond }} />}
      {[...shown].map(index => {
        const line = lines[index];
        return (
          line && (
            <TimelineBlock
              key={index}
              startSeconds={line.startSeconds}
              text={line.text}
              needSeconds={line.needSeconds}
              isSpoken={line.isSpoken}
              speed={line.speed}
              leftOut={line.leftOut}
              isLocked={line.isLocked}
              index={index}
              count={lines.length}
              availableSeconds={availableDurations[index] ?? 0}
              sound={getSound?.(index)}
              isSelected={index === selectedIndex}
              isStop={index === stop}
              hintId={props.hintId}
            />
          )
        );
      })}
      <span className={classes.label} data-label hidden aria-hidden="true" />
    </div>
  );
}
