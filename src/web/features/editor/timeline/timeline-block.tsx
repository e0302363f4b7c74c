import { type CSSProperties, memo } from 'react';
import { drawPeaks } from '#media/sound/peaks.ts';
import { mostSpeed } from '#shared/script/line-speed.ts';
import { useSoundPeaks } from '../playback/use-sound-peaks.ts';
import { findLineExcess, printSeconds } from './judge-line.ts';
import classes from './timeline-block.module.css';
import type { TimelineLine } from './timeline-props.ts';
import { describeTimelineLine } from './timeline-words.ts';

interface TimelineBlockProps extends TimelineLine {
  readonly index: number;
  readonly count: number;
  readonly availableSeconds: number;
  readonly sound: Blob | undefined;
  readonly isSelected: boolean;
  /** The one that the Tab key comes to. */
  readonly isStop: boolean;
  /** Tells which keys there are. */
  readonly hintId: string;
}

/** More cannot be seen apart in a block. */
const mostBars = 120;

/** A line on the timeline: as wide as it is long, with its available duration behind it, and what is too long over the next. */
export const TimelineBlock = memo(function TimelineBlock(props: TimelineBlockProps) {
  const { index, text, startSeconds, needSeconds, availableSeconds, isSelected } = props;
  const peaks = useSoundPeaks(props.sound);
  const excessSeconds = findLineExcess(props);
  const places: CSSProperties & Record<`--${string}`, number> = {
    '--start': startSeconds,
    '--need': needSeconds,
    '--shortest': needSeconds / mostSpeed,
    '--room': availableSeconds,
  };
  return (
    <div
      className={classes.item}
      style={places}
      role="none"
      data-index={index}
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
        data-spoken={props.isSpoken || undefined}
        title={text}
      >
        <span className="visually-hidden">{`${describeTimelineLine(props, index, availableSeconds)}: ${text}`}</span>
        {peaks && (
          <svg className={classes.wave} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={drawPeaks(peaks, mostBars)} />
          </svg>
        )}
        <span className={classes.head} aria-hidden="true">
          <span className={classes.number}>{index + 1}</span>
          {props.isLocked && (
            <svg className={classes.lock} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />
            </svg>
          )}
          {excessSeconds > 0 && <strong className={classes.excess}>+{printSeconds(excessSeconds)}</strong>}
        </span>
        <span className={classes.text} dir="auto" aria-hidden="true">
          {text}
        </span>
      </div>
      <div className={classes.overrun} />
    </div>
  );
});
