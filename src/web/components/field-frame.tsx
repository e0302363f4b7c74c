import { type ReactNode, useId } from 'react';
import classes from './field.module.css';

/** What stands around a field. */
export interface FieldTexts {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  /** What is wrong with what was entered. */
  readonly error?: string | undefined;
}

/** What ties a field to the texts around it. */
interface FieldTies {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldFrameProps extends FieldTexts {
  readonly children: (ties: FieldTies) => ReactNode;
}

/** A field with its label above it, and below it what helps and what is wrong. */
export function FieldFrame({ label, description, error, children }: FieldFrameProps) {
  const id = useId();
  const texts = [error && `${id}-error`, description && `${id}-description`].filter(Boolean);
  const ties: FieldTies = {
    id,
    'aria-describedby': texts.length > 0 ? texts.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={classes.frame}>
      {label && (
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
      )}
      {children(ties)}
      {description && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
