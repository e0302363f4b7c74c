import type { Loudness } from '#media/sound/peaks.ts';
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
  if (isWhole && peaks.length === 0) return 'No original sound that can be drawn';
  return isWhole ? 'Original sound' : 'Reading the original sound …';
}
