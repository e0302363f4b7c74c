import type { ComponentProps } from 'react';
import classes from './field.module.css';
import { FieldFrame, type FieldTexts } from './field.tsx';

interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'onChange'> {
  readonly onChoose: (value: string) => void;
}

/** The browser's own, with its label above. */
export function Select({ label, description, error, onChoose, ...props }: SelectProps) {
  return (
    <FieldFrame label={label} description={description} error={error}>
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
