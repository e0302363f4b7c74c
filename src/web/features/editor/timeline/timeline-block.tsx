import { type CSSProperties, memo } from 'react';
import { drawPeaks } from '#media/sound/peaks.ts';
import { maxSpeed } from '#shared/limits.ts';
import { findLineExcess, printSeconds } from '../model/judge-line.ts';
import type { LineState } from '../model/list-lines.ts';
import { useSoundPeaks } from '../player/voice-wave.tsx';
import { describeBlock } from './describe-block.ts';
import classes from './timeline-block.module.css';

interface TimelineBlockProps {
  readonly state: LineState;
  readonly count: number;
  readonly isSelected: boolean;
  /** The one that the Tab key comes to. */
  readonly isStop: boolean;
  /** Of the element that tells which keys there are. */
  readonly hintId: string;
}

/** More cannot be seen apart in a block. */
const maxBars = 120;

/** A line on the timeline: as wide as it is long, with its available duration behind it, and what is too long over the next. */
export const TimelineBlock = memo(function TimelineBlock(props: TimelineBlockProps) {
  const { state, isSelected } = props;
  const { line, index, needSeconds } = state;
  const peaks = useSoundPeaks(state.sound?.mp3);
  const excessSeconds = findLineExcess(state);
  const places: CSSProperties & Record<`--${string}`, number> = {
    '--start': state.startSeconds,
    '--need': needSeconds,
    '--shortest': needSeconds / maxSpeed,
    '--room': state.availableSeconds,
  };
  return (
    <div
      className={classes.item}
      style={places}
      role="none"
      data-line-id={line.id}
      data-too-long={excessSeconds > 0 || undefined}
      data-selected={isSelected || undefined}
    >
      <div className={classes.available} />
      {/* The listbox around it handles keys and pointers. */}
      <div
        className={classes.block}
        role="option"
        tabIndex={props.isStop ? 0 : -1}
        aria-selected={isSelected}
        aria-posinset={index + 1}
        aria-setsize={props.count}
        aria-describedby={props.hintId}
        data-spoken={state.isSpoken || undefined}
        title={line.text}
      >
        <span className="visually-hidden">{`${describeBlock(state)}: ${line.text}`}</span>
        {peaks && (
          <svg className={classes.wave} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={drawPeaks(peaks, maxBars)} />
          </svg>
        )}
        <span className={classes.head} aria-hidden="true">
          <span className={classes.number}>{index + 1}</span>
          {line.isLocked && (
            <svg className={classes.lock} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
            </svg>
          )}
          {excessSeconds > 0 && <strong className={classes.excess}>+{printSeconds(excessSeconds)}</strong>}
        </span>
        <span className={classes.text} dir="auto" aria-hidden="true">
          {line.text}
        </span>
      </div>
      <div className={classes.overrun} />
    </div>
  );
});
