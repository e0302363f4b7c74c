import type { ComponentProps } from 'react';
import buttons from '../../../components/icon-button.module.css';
import classes from './line-row.module.css';

const drawings = {
  play: 'M8 4.500v15l12-7.500z',
  speak: 'M4 12a8 8 0 0 1 14-5.300M18 3v4h-4M20 12a8 8 0 0 1-14 5.300M6 21v-4h4',
  locked: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  open: 'M6 11h12v9H6zM8.500 11V7a3.500 3.500 0 0 1 6.800-1',
  here: 'M12 3v18M7 8l5-5 5 5M5 21h14',
  remove: 'M6 6l12 12M18 6L6 18',
} as const;

interface LineIconProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  readonly drawing: keyof typeof drawings;
  /** What it does: its tooltip and accessible name. */
  readonly label: string;
}

/** A small button of a line. */
export function LineIcon({ drawing, label, ...props }: LineIconProps) {
  return (
    <button
      type="button"
      {...props}
      className={`${buttons.button} ${classes.icon}`}
      aria-label={label}
      title={label}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={drawings[drawing]} />
      </svg>
    </button>
  );
}
