import type { Voice } from '#shared/voices.ts';
import classes from './play-button.module.css';
import type { Preview } from './use-preview-player.ts';

interface PlayButtonProps {
  readonly voice: Voice;
  readonly preview: Preview | undefined;
  readonly onToggle: () => void;
  /** For a button that is reached by arrow keys only. */
  readonly id?: string;
  readonly tabIndex?: number;
}

/** Plays and pauses the preview of one voice. */
export function PlayButton({ voice, preview, onToggle, ...place }: PlayButtonProps) {
  const phase = preview?.voice === voice ? preview.phase : undefined;
  const isOn = phase === 'loading' || phase === 'playing';
  return (
    <button
      type="button"
      className={classes.play}
      data-phase={phase}
      aria-label={`${isOn ? 'Pause' : 'Play'} ${voice}`}
      aria-busy={phase === 'loading' || undefined}
      onClick={onToggle}
      {...place}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={isOn ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'} />
      </svg>
    </button>
  );
}
