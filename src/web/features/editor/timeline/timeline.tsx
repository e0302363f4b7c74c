import { type CSSProperties, type MouseEvent, useId, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { formatDuration } from '../../../lib/format.ts';
import type { ChosenVideo } from '../model/editor-state.ts';
import { getDescribedVideo, getDurationSeconds, getLineStates } from '../model/line-states.ts';
import type { Player } from '../model/player.ts';
import { runOnNarration } from '../model/run-late.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { describeBlock } from './describe-block.ts';
import { OriginalSound } from './original-sound-row.tsx';
import { SpanMarks } from './span-marks.tsx';
import classes from './timeline.module.css';
import { TimelineLines } from './timeline-lines.tsx';
import { TimelineRuler } from './timeline-ruler.tsx';
import { TimelineSpeech } from './timeline-speech.tsx';
import { TimelineTools } from './timeline-tools.tsx';
import { useOriginalSound } from './use-original-sound.ts';
import { useTimelinePlayhead } from './use-timeline-playhead.ts';
import { useTimelineView } from './use-timeline-view.ts';

interface TimelineProps {
  readonly video: ChosenVideo;
  readonly player: Player;
}

/** The lines of a narration as blocks along the time of its video, which can be moved, with the sounds and the playhead. */
export function Timeline({ video, player }: TimelineProps) {
  const { store } = useEditor();
  const durationSeconds = useEditorState(getDurationSeconds);
  const speech = useEditorState(state => getDescribedVideo(state)?.speech ?? state.heard?.speech);
  const original = useOriginalSound(video);
  const hintId = useId();
  const [said, setSaid] = useState('');
  const clock = player.picture;
  const view = useTimelineView(durationSeconds);
  const playhead = useTimelinePlayhead(clock, view, seconds =>
    t(timelineMessages.positionOf, {
      time: printShortTime(seconds),
      total: formatDuration(durationSeconds),
    }),
  );
  const sizes: CSSProperties & Record<`--${string}`, string> = {
    '--second': `${view.pixelsPerSecond}px`,
    width: view.contentPx,
  };

  function zoom(to: 'in' | 'out' | 'whole') {
    const { atSeconds } = clock.getPlaybackTime();
    view.zoom(to, view.isInSight(atSeconds) ? atSeconds : undefined);
  }

  function seekByClick(event: MouseEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest('input, [data-line-id]')) return;
    const said = event.target instanceof Element && event.target.closest<HTMLElement>('[data-said-at]');
    if (said) return player.seekPicture(Number(said.dataset.saidAt));
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    player.seekPicture(Math.max(0, Math.min(px / view.pixelsPerSecond, durationSeconds)));
  }

  function move(lineId: string, startSeconds: number) {
    runOnNarration(store, { type: 'moveLine', lineId, startMs: Math.round(startSeconds * 1000) });
    const moved = getLineStates(store.getState()).find(({ line }) => line.id === lineId);
    if (moved) setSaid(describeBlock(moved));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the editor, and no fields of a form
    <div className={classes.timeline} role="group" aria-label={t(timelineMessages.timeline)}>
      <TimelineTools
        view={view}
        isAway={playhead.isAway}
        speech={speech}
        durationSeconds={durationSeconds}
        onZoom={zoom}
        onFollow={playhead.follow}
      />
      {/* Its parts are what the keyboard comes to. */}
      <div
        className={classes.scroller}
        ref={view.scroller}
        dir="ltr"
        tabIndex={-1}
        onScroll={() => view.noteScroll() && playhead.noteScroll()}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the slider has the keys for it */}
        <div className={classes.content} style={sizes} onClick={seekByClick}>
          <TimelineRuler
            slider={playhead.slider}
            player={player}
            durationSeconds={durationSeconds}
            view={view}
          />
          {speech && <SpanMarks className={classes.speech} spans={speech} view={view} />}
          <TimelineLines player={player} view={view} hintId={hintId} onMove={move} />
          <TimelineSpeech view={view} />
          <OriginalSound loudness={original} view={view} />
          <div className={classes.playhead} ref={playhead.line} />
        </div>
      </div>
      <span hidden id={hintId}>
        {t(timelineMessages.moveHint)}
      </span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
