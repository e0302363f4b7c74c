import { type CSSProperties, type MouseEvent, useId, useState } from 'react';
import { printShortTime } from '#shared/script/time-mark.ts';
import { formatDuration } from '../../lib/format.ts';
import classes from './strip.module.css';
import { readZoomKey } from './strip-keys.ts';
import { StripLines } from './strip-lines.tsx';
import type { StripProps } from './strip-props.ts';
import { StripRuler } from './strip-ruler.tsx';
import { StripSounds } from './strip-sounds.tsx';
import { SpeechLegend, StripSpeech } from './strip-speech.tsx';
import { StripTools } from './strip-tools.tsx';
import { describeStripLine } from './strip-words.ts';
import { useStripPlayhead } from './use-strip-playhead.ts';
import { useStripView } from './use-strip-view.ts';

/** The lines of a narration as blocks along the time of its video, which can be moved, with the sounds and the playhead. */
export function Strip(props: StripProps) {
  const { durationSeconds, lines, clock, original, speech, onSeek } = props;
  const hintId = useId();
  const [said, setSaid] = useState('');
  const view = useStripView(durationSeconds);
  const { pixelsPerSecond, span } = view;
  const describePlace = (seconds: number) =>
    `${printShortTime(seconds)} of ${formatDuration(durationSeconds)}`;
  const playhead = useStripPlayhead(clock, view, describePlace);
  const sizes: CSSProperties & Record<`--${string}`, string> = {
    '--second': `${pixelsPerSecond}px`,
    width: view.contentPx,
  };

  function zoom(to: 'in' | 'out' | 'whole') {
    const { atSeconds } = clock.getMoment();
    view.zoom(to, view.isInSight(atSeconds) ? atSeconds : undefined);
  }

  function seekByClick(event: MouseEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest('input, [data-index]')) return;
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onSeek(Math.max(0, Math.min(px / pixelsPerSecond, durationSeconds)));
  }

  function move(index: number, startSeconds: number) {
    const line = lines[index];
    if (!line) return;
    props.onMove(index, startSeconds);
    const roomSeconds = (lines[index + 1]?.startSeconds ?? durationSeconds) - startSeconds;
    setSaid(describeStripLine({ ...line, startSeconds, leftOut: undefined }, index, roomSeconds));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the workbench, and no fields of a form
    <div
      className={classes.strip}
      role="group"
      aria-label="Lines along the video"
      onKeyDown={event => {
        const to = readZoomKey(event);
        if (!to) return;
        event.preventDefault();
        zoom(to);
      }}
    >
      <StripTools view={view} isAway={playhead.isAway} onZoom={zoom} onFollow={playhead.follow}>
        {speech && <SpeechLegend speech={speech} durationSeconds={durationSeconds} />}
      </StripTools>
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
          <StripRuler
            slider={playhead.slider}
            durationSeconds={durationSeconds}
            clock={clock}
            span={span}
            pixelsPerSecond={pixelsPerSecond}
            onSeek={onSeek}
          />
          {speech && <StripSpeech speech={speech} span={span} pixelsPerSecond={pixelsPerSecond} />}
          <StripLines {...props} view={view} hintId={hintId} onMove={move} />
          <StripSounds original={original} span={span} pixelsPerSecond={pixelsPerSecond} />
          <div className={classes.playhead} ref={playhead.line} />
        </div>
      </div>
      <span hidden id={hintId}>
        Arrow keys go from line to line. With Alt they move the line by a tenth of a second, with Shift by a
        second. Enter shows it in the video.
      </span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
