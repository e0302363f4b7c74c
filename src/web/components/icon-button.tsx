import type { ComponentProps } from 'react';
import classes from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  readonly label: string;
  /** Of the drawing, in a square of 24. */
  readonly path: string;
  readonly pathClass?: string | undefined;
}

/** A button with nothing but a drawing in it. */
export function IconButton({ label, path, pathClass, className, ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className={`${classes.button} ${className}`} aria-label={label}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path className={pathClass} d={path} />
      </svg>
    </button>
  );
}
