import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatBytes } from '../../lib/format.ts';
import type { MakingState } from './use-video-making.ts';
import classes from './video-panel.module.css';

interface MakingLineProps {
  readonly state: MakingState;
  readonly onCancel: () => void;
}

/** How far the making of a video is, and what became of the last one. */
export function MakingLine({ state, onCancel }: MakingLineProps) {
  const percent = state.phase === 'making' ? computePercent(state) : 0;
  return (
    <>
      {state.phase === 'making' && (
        <div className={classes.making}>
          <progress
            className={classes.progress}
            max={100}
            value={percent}
            aria-label={`Making ${state.name}`}
          />
          <span className={classes.percent}>
            {percent} %{describeLeft(state.secondsLeft)}
          </span>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      <p role="status" className={classes.status}>
        {state.phase === 'making' && `Making ${state.name} …`}
        {state.phase === 'made' && `${state.name} is saved (${formatBytes(state.bytes)}).`}
        {state.phase === 'cancelled' && 'Stopped. Nothing was left behind.'}
      </p>
      {state.phase === 'failed' && <Notice tone="problem">{state.problem}</Notice>}
    </>
  );
}

/** Roughly: a clock that jumps to and fro tells nobody anything. */
function describeLeft(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  if (seconds < 55) return `, about ${5 * Math.ceil(seconds / 5)} s left`;
  return `, about ${Math.round(seconds / 60)} min left`;
}

function computePercent({ progress }: Extract<MakingState, { phase: 'making' }>): number {
  if (!progress || progress.totalSeconds === 0) return 0;
  return Math.floor((100 * progress.writtenSeconds) / progress.totalSeconds);
}
