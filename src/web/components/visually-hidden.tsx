import type { ComponentProps } from 'react';
import classes from './visually-hidden.module.css';

/** Text for people who hear the page. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span className={classes.hidden} {...props} />;
}
