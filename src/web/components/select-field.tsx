import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './field.tsx';
import classes from './select-field.module.css';

interface SelectFieldProps extends FieldTexts, ComponentProps<'select'> {
  readonly onChoose: (value: string) => void;
}

/** A list of options, with its label above. */
export function SelectField({ label, description, onChoose, ...props }: SelectFieldProps) {
  return (
    <FieldFrame label={label} description={description}>
      {ties => (
        <select
          className={classes.select}
          {...props}
          {...ties}
          onChange={({ currentTarget: { value } }) => onChoose(value)}
        />
      )}
    </FieldFrame>
  );
}
