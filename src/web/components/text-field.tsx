import type { ComponentProps } from 'react';
import classes from './field.module.css';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

/** One line to write in. */
export function TextField({ label, description, error, ...props }: FieldTexts & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} description={description} error={error}>
      {ties => <input type="text" className={classes.input} {...props} {...ties} />}
    </FieldFrame>
  );
}
