import { useMemo } from 'react';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import type { Segment } from '#shared/narration/project.ts';
import { useEditorState } from '../model/use-editor.tsx';
import { SpanMarks } from './span-marks.tsx';
import classes from './timeline.module.css';
import type { TimelineView } from './use-timeline-view.ts';

/** More side by side could not be read, and would cost each zoom too much. */
const maxSegments = 150;

/** What is said in the video, along its time. A click on a part goes there; the list beside has the same for the keyboard. */
export function TimelineSpeech({ view }: { readonly view: TimelineView }) {
  const segments = useEditorState(({ project }) => project.transcript?.segments);
  const { pixelsPerSecond, span } = view;
  const within = useMemo(
    () =>
      segments?.filter(({ startMs, endMs }) => {
        const [fromPx, toPx] = [(startMs / 1000) * pixelsPerSecond, (endMs / 1000) * pixelsPerSecond];
        return toPx >= span.fromPx && fromPx <= span.toPx;
      }),
    [segments, pixelsPerSecond, span],
  );
  if (!segments?.length || !within) return null;
  return (
    <div className={classes.said} aria-hidden="true">
      {within.length > maxSegments ? (
        <SpanMarks className={classes.marks} spans={within.map(toSpan)} view={view} />
      ) : (
        within.map(segment => {
          const { startSeconds, endSeconds } = toSpan(segment);
          return (
            <span
              key={segment.id}
              className={classes.segment}
              data-said-at={startSeconds}
              data-sound={segment.isSound}
              dir="auto"
              title={segment.text}
              style={{
                left: startSeconds * pixelsPerSecond,
                width: Math.max(2, (endSeconds - startSeconds) * pixelsPerSecond - 1),
              }}
            >
              {segment.text}
            </span>
          );
        })
      )}
      <span className={classes.name}>{t(transcriptPanelMessages.speech)}</span>
    </div>
  );
}

function toSpan({ startMs, endMs }: Segment) {
  return { startSeconds: startMs / 1000, endSeconds: endMs / 1000 };
}
