import type { KeyboardEvent, ReactNode } from 'react';
import buttons from '../../components/icon-button.module.css';
import classes from './film-controls.module.css';
import { FilmLine } from './film-line.tsx';
import { describePlace, type FilmMoment, findTotalSeconds, formatClock } from './film-time.ts';
import { OriginalSound } from './original-sound.tsx';
import { type Film, useFilmMoment } from './use-film.ts';
import { useMediaKeys } from './use-media-keys.ts';

interface FilmControlsProps {
  readonly film: Film;
  /** In place of the film line. */
  readonly strip?: ReactNode;
}

/** Plays video and recording together: one button, the film line, and how loud the video's own sound is. */
export function FilmControls({ film, strip }: FilmControlsProps) {
  const { playback, soundUrl } = film;
  const moment = useFilmMoment(film);
  useMediaKeys(film);
  const hasVideo = moment.videoSeconds !== undefined;
  const sound = soundUrl && (
    // biome-ignore lint/a11y/useMediaCaption: the script beside it is its text
    <audio
      key={soundUrl}
      ref={playback.attachSound}
      src={soundUrl}
      preload="auto"
      aria-label="The spoken narration"
    />
  );
  if (!hasVideo && !soundUrl) return null;

  function takeKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.key === 'k' || event.key === 'K' || (event.key === ' ' && !isOnButton)) playback.toggle();
    else if (event.key === 'f' || event.key === 'F') playback.showFullScreen();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: controls, and no fields of a form
    <div
      className={classes.controls}
      role="group"
      aria-label="Film"
      data-has-strip={strip ? true : undefined}
      onKeyDown={takeKey}
    >
      {sound}
      <button
        type="button"
        className={`${buttons.button} ${classes.play}`}
        aria-label={`${moment.isPlaying ? 'Pause' : 'Play'} ${nameFilm(moment)}`}
        onClick={playback.toggle}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={moment.isPlaying ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'} />
        </svg>
      </button>
      {strip ? (
        <div className={classes.strip}>{strip}</div>
      ) : (
        <FilmLine film={film} moment={moment} valueText={describePlace(moment)} />
      )}
      <p className={classes.clock}>
        {formatClock(moment.atSeconds)} / {formatClock(findTotalSeconds(moment))}
        {describeEnd(moment)}
      </p>
      {hasVideo && (
        <div className={classes.rest}>
          <OriginalSound playback={playback} isNarrated={soundUrl !== undefined} />
          {document.fullscreenEnabled && (
            // Not one more stop of the keyboard, which has a key for it.
            <button
              type="button"
              className={`${buttons.button} ${classes.small}`}
              tabIndex={-1}
              aria-label="Full screen"
              aria-keyshortcuts="f"
              title="Full screen (F)"
              onClick={playback.showFullScreen}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
              </svg>
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function nameFilm({ videoSeconds, soundSeconds }: FilmMoment): string {
  if (videoSeconds === undefined) return 'the narration';
  return soundSeconds === undefined ? 'the video' : 'video and narration';
}

/** What is shaded on the line, in words. */
function describeEnd({ videoSeconds, soundSeconds }: FilmMoment): string {
  if (videoSeconds === undefined || soundSeconds === undefined || soundSeconds < videoSeconds + 0.5)
    return '';
  return ` · the video ends at ${formatClock(videoSeconds)}`;
}
