import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface Look {
  /** One stands out: what comes next. */
  readonly variant?: 'filled' | 'default' | undefined;
  readonly fullWidth?: boolean | undefined;
}

/** What makes a link, of the router or not, look like a button. */
export function lookLikeButton({ variant = 'filled', fullWidth }: Look, className?: string) {
  return {
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-full-width': fullWidth || undefined,
  };
}

export function Button({ variant, fullWidth, className, ...props }: Look & ComponentProps<'button'>) {
  return <button type="button" {...props} {...lookLikeButton({ variant, fullWidth }, className)} />;
}

export function ButtonLink({ variant, fullWidth, className, ...props }: Look & ComponentProps<'a'>) {
  return <a {...props} {...lookLikeButton({ variant, fullWidth }, className)} />;
}
