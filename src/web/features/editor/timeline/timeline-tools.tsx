import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { IconButton, TextButton } from '../../../components/button.tsx';
import { describeSpeech } from './describe-block.ts';
import classes from './timeline.module.css';
import type { TimelineView } from './use-timeline-view.ts';

interface TimelineToolsProps {
  readonly view: TimelineView;
  /** The playhead is not in sight. */
  readonly isAway: boolean;
  /** Where people speak in the original, once that is known. */
  readonly speech: readonly TimeSpan[] | undefined;
  readonly durationSeconds: number;
  readonly onZoom: (to: 'in' | 'out' | 'whole') => void;
  readonly onFollow: () => void;
}

const { zoomOut, zoomOutKey, zoomIn, zoomInKey, wholeVideo, wholeVideoKey } = timelineMessages;

const tools = [
  { to: 'out', name: zoomOut, title: zoomOutKey, key: '-', path: 'M6 12h12' },
  { to: 'in', name: zoomIn, title: zoomInKey, key: 'Plus', path: 'M6 12h12M12 6v12' },
  {
    to: 'whole',
    name: wholeVideo,
    title: wholeVideoKey,
    key: '0',
    path: 'M4 6v12M20 6v12M7 12h10M9 9l-3 3 3 3M15 9l3 3-3 3',
  },
] as const;

/** The zoom of the timeline, and in words where people speak. */
export function TimelineTools(props: TimelineToolsProps) {
  const { view, isAway, speech, durationSeconds, onZoom, onFollow } = props;
  return (
    <div className={classes.tools}>
      {tools.map(({ to, name, title, key, path }) => {
        const isOff = to === 'in' ? view.isClosest : view.isWhole;
        return (
          <IconButton
            key={to}
            className={classes.tool}
            label={t(name)}
            path={path}
            aria-keyshortcuts={key}
            title={t(title)}
            isBlocked={isOff}
            onClick={() => onZoom(to)}
          />
        );
      })}
      {isAway && <TextButton onClick={onFollow}>{t(timelineMessages.follow)}</TextButton>}
      {speech && (
        <p className={classes.legend}>
          {speech.length > 0 && <span className={classes.swatch} aria-hidden="true" />}
          {describeSpeech(speech, durationSeconds)}
        </p>
      )}
    </div>
  );
}
