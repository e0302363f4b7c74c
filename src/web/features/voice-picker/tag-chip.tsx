import type { ComponentProps, CSSProperties } from 'react';
import type { VoiceTag } from '#shared/voice-catalogue.ts';
import classes from './tag-chip.module.css';
import { getTagHue } from './tag-colour.ts';

/** A tag that describes a voice. */
export function TagChip({ tag }: { tag: VoiceTag }) {
  return (
    <span className={classes.chip} style={colour(tag)}>
      {tag}
    </span>
  );
}

interface TagToggleProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  readonly tag: VoiceTag;
  /** Voices that it would leave. */
  readonly voices: number;
  readonly isPressed: boolean;
}

/** A tag to press, to see only voices that have it. */
export function TagToggle({ tag, voices, isPressed, onClick, ...others }: TagToggleProps) {
  const isUseless = voices === 0 && !isPressed;
  return (
    <button
      type="button"
      className={classes.chip}
      style={colour(tag)}
      aria-pressed={isPressed}
      aria-disabled={isUseless || undefined}
      onClick={isUseless ? undefined : onClick}
      {...others}
    >
      {isPressed && (
        <svg className={classes.check} viewBox="0 0 24 24" aria-hidden="true">
          <path d="m4 13 5 5L20 6" />
        </svg>
      )}
      {tag} <span className={classes.count}>{voices}</span>
    </button>
  );
}

function colour(tag: VoiceTag): CSSProperties {
  return { '--hue': getTagHue(tag) } as CSSProperties;
}
