import type { Loudness } from '#media/sound/peaks.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import classes from './timeline.module.css';
import type { Span } from './timeline-geometry.ts';
import { TimelineWave } from './timeline-wave.tsx';

interface TimelineSoundsProps {
  readonly original: Loudness | undefined;
  readonly span: Span;
  readonly pixelsPerSecond: number;
}

/** What is heard under the lines. */
export function TimelineSounds({ original, span, pixelsPerSecond }: TimelineSoundsProps) {
  return (
    <div className={classes.sounds} aria-hidden="true">
      {original && (
        <TimelineWave
          className={classes.original}
          loudness={original}
          span={span}
          pixelsPerSecond={pixelsPerSecond}
        />
      )}
      {original && <span className={classes.name}>{nameOriginal(original)}</span>}
    </div>
  );
}

function nameOriginal({ isWhole, peaks }: Loudness): string {
  if (isWhole && peaks.length === 0) return t(timelineMessages.noOriginal);
  return t(isWhole ? timelineMessages.originalSound : timelineMessages.readingOriginal);
}
