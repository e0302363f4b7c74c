import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { TextButton } from '../../../components/button.tsx';
import buttons from '../../../components/icon-button.module.css';
import classes from './timeline.module.css';
import type { TimelineView } from './use-timeline-view.ts';

interface TimelineToolsProps {
  readonly view: TimelineView;
  /** The playhead is not in sight. */
  readonly isAway: boolean;
  readonly onZoom: (to: 'in' | 'out' | 'whole') => void;
  readonly onFollow: () => void;
  /** What is shown beside them. */
  readonly children: ReactNode;
}

/** The zoom of the timeline. */
export function TimelineTools({ view, isAway, onZoom, onFollow, children }: TimelineToolsProps) {
  const { zoomOut, zoomOutKey, zoomIn, zoomInKey, wholeVideo, wholeVideoKey } = timelineMessages;
  const tools = [
    {
      to: 'out',
      name: zoomOut,
      title: zoomOutKey,
      key: '-',
      isOff: view.isWhole,
      path: 'M6 12h12',
    },
    {
      to: 'in',
      name: zoomIn,
      title: zoomInKey,
      key: '+',
      isOff: view.isClosest,
      path: 'M6 12h12M12 6v12',
    },
    {
      to: 'whole',
      name: wholeVideo,
      title: wholeVideoKey,
      key: '0',
      isOff: view.isWhole,
      path: 'M4 6v12M20 6v12M7 12h10M9 9l-3 3 3 3M15 9l3 3-3 3',
    },
  ] as const;
  return (
    <div className={classes.tools}>
      {tools.map(({ to, name, title, key, isOff, path }) => (
        <button
          key={to}
          type="button"
          className={`${buttons.button} ${classes.tool}`}
          aria-label={t(name)}
          aria-keyshortcuts={key}
          title={t(title)}
          // Not disabled: it would lose the focus at the last step.
          aria-disabled={isOff}
          onClick={() => !isOff && onZoom(to)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
      {isAway && <TextButton onClick={onFollow}>{t(timelineMessages.follow)}</TextButton>}
      {children}
    </div>
  );
}
