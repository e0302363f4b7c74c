import type { ComponentProps } from 'react';
import classes from './text-button.module.css';

/** A way out inside a sentence. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className={classes.button} />;
}
