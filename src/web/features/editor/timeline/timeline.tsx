import { type CSSProperties, type MouseEvent, useEffect, useId, useMemo, useState } from 'react';
import type { Loudness } from '#media/sound/peaks.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import { IconButton, PlainButton, TextButton } from '../../../components/button.tsx';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { formatDuration } from '../../../lib/format.ts';
import { runOnNarration } from '../model/change-document.ts';
import type { ChosenVideo, Player } from '../model/editor-state.ts';
import { getDescribedVideo, getDurationSeconds, getLineStates } from '../model/line-states.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { VideoPictures } from '../player/video-picture.ts';
import classes from './timeline.module.css';
import { describeBlock, TimelineBlocks } from './timeline-blocks.tsx';
import { OriginalSound, Pictures, Ruler, SpanMarks, useOriginalLoudness } from './timeline-rows.tsx';
import { useTimelinePlayhead, useTimelineView } from './use-timeline-view.ts';

interface TimelineProps {
  readonly video: ChosenVideo;
  readonly player: Player;
}

/** The lines of a narration as blocks along the time of its video, which can be moved, with the sounds and the playhead. It folds. */
export function Timeline({ video, player }: TimelineProps) {
  const speech = useEditorState(state => getDescribedVideo(state)?.speech ?? state.heard?.speech);
  const durationSeconds = useEditorState(getDurationSeconds);
  const original = useOriginalLoudness(video);
  const pictures = useMemo(() => new VideoPictures(video.file), [video]);
  useEffect(() => () => pictures.close(), [pictures]);
  const [isOpen, setOpen] = useState(readOpen);

  function fold() {
    keepItem(foldKey, isOpen ? 'folded' : 'open');
    setOpen(!isOpen);
  }

  return (
    <section className={classes.timeline} aria-label={t(timelineMessages.timeline)} data-region="timeline">
      <PlainButton className={classes.fold} aria-expanded={isOpen} onClick={fold}>
        <span aria-hidden="true">{isOpen ? '▾ ' : '▸ '}</span>
        {t(isOpen ? timelineMessages.hide : timelineMessages.show)}
      </PlainButton>
      {speech && (
        <p className={`flat ${classes.legend}`}>
          {speech.length > 0 && <span className={classes.swatch} aria-hidden="true" />}
          {describeSpeech(speech, durationSeconds)}
        </p>
      )}
      {isOpen && <OpenTimeline {...{ video, player, speech, original, pictures }} />}
    </section>
  );
}

const foldKey = 'benshi-timeline';

function readOpen(): boolean {
  const kept = readItem(foldKey);
  return kept ? kept === 'open' : !matchMedia('(width < 56.25rem)').matches;
}

export function describeSpeech(speech: readonly TimeSpan[], durationSeconds: number): string {
  if (speech.length === 0) return t(timelineMessages.noSpeech);
  const spokenSeconds = speech.reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
  const [spoken, total] = [formatDuration(spokenSeconds), formatDuration(durationSeconds)];
  const count = computeGaps(speech, durationSeconds).length;
  const gaps = count === 0 ? t(timelineMessages.noGaps) : t(timelineMessages.gaps, { count });
  return `${t(timelineMessages.speech, { spoken, total })} · ${gaps}`;
}

interface OpenTimelineProps extends TimelineProps {
  readonly speech: readonly TimeSpan[] | undefined;
  readonly original: Loudness | undefined;
  readonly pictures: VideoPictures;
}

function OpenTimeline(props: OpenTimelineProps) {
  const { video, player, speech, original, pictures } = props;
  const { store } = useEditor();
  const durationSeconds = useEditorState(getDurationSeconds);
  const hintId = useId();
  const [said, setSaid] = useState('');
  const clock = player.picture;
  const view = useTimelineView(durationSeconds);
  const playhead = useTimelinePlayhead(clock, view, durationSeconds);
  const sizes = { '--second': `${view.pixelsPerSecond}px`, width: view.contentPx } as CSSProperties;

  function zoom(to: 'in' | 'out' | 'whole') {
    const { atSeconds } = clock.getPlaybackTime();
    view.zoom(to, view.isInSight(atSeconds) ? atSeconds : undefined);
  }

  function seekByClick(event: MouseEvent<HTMLElement>) {
    if (!(event.target instanceof Element) || event.target.closest('input, [data-line-id]')) return;
    const segment = event.target.closest<HTMLElement>('[data-said-at]');
    if (segment) return player.seekPicture(Number(segment.dataset.saidAt));
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    player.seekPicture(Math.max(0, Math.min(px / view.pixelsPerSecond, durationSeconds)));
  }

  function move(lineId: string, startSeconds: number) {
    runOnNarration(store, { type: 'moveLine', lineId, startMs: Math.round(startSeconds * 1000) });
    const moved = getLineStates(store.getState()).find(({ line }) => line.id === lineId);
    if (moved) setSaid(describeBlock(moved));
  }

  return (
    <>
      <div className={classes.tools}>
        {playhead.isAway && <TextButton onClick={playhead.follow}>{t(timelineMessages.follow)}</TextButton>}
        {tools.map(({ to, name, title, key, path }) => (
          <IconButton
            key={to}
            label={t(name)}
            path={path}
            aria-keyshortcuts={key}
            title={t(title)}
            isBlocked={to === 'in' ? view.isClosest : view.isWhole}
            onClick={() => zoom(to)}
          />
        ))}
      </div>
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
          <Ruler slider={playhead.slider} player={player} durationSeconds={durationSeconds} view={view} />
          {speech && <SpanMarks className={classes.speech} spans={speech} view={view} />}
          <Pictures pictures={pictures} facts={video.facts} view={view} />
          <TimelineBlocks player={player} view={view} hintId={hintId} onMove={move} />
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
    </>
  );
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
