import type { ReactNode } from 'react';
import { TextButton } from '../../components/button.tsx';
import buttons from '../../components/icon-button.module.css';
import classes from './timeline.module.css';
import type { TimelineView } from './use-timeline-view.ts';

interface TimelineToolsProps {
  readonly view: TimelineView;
  /** The playhead is not in sight. */
  readonly isAway: boolean;
  readonly onZoom: (to: 'in' | 'out' | 'whole') => void;
  readonly onFollow: () => void;
  /** What stands beside them. */
  readonly children: ReactNode;
}

/** What changes the window of the strip. */
export function TimelineTools({ view, isAway, onZoom, onFollow, children }: TimelineToolsProps) {
  const tools = [
    { to: 'out', name: 'Zoom out', key: '-', isOff: view.isWhole, path: 'M6 12h12' },
    { to: 'in', name: 'Zoom in', key: '+', isOff: view.isClosest, path: 'M6 12h12M12 6v12' },
    {
      to: 'whole',
      name: 'Whole video',
      key: '0',
      isOff: view.isWhole,
      path: 'M4 6v12M20 6v12M7 12h10M9 9l-3 3 3 3M15 9l3 3-3 3',
    },
  ] as const;
  return (
    <div className={classes.tools}>
      {tools.map(({ to, name, key, isOff, path }) => (
        <button
          key={to}
          type="button"
          className={`${buttons.button} ${classes.tool}`}
          aria-label={name}
          aria-keyshortcuts={key}
          title={`${name} (${key})`}
          // Not disabled: it would lose the focus at the last step.
          aria-disabled={isOff}
          onClick={() => !isOff && onZoom(to)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
      {isAway && <TextButton onClick={onFollow}>Follow the video</TextButton>}
      {children}
    </div>
  );
}
