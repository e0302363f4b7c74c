import { type ComponentProps, type CSSProperties, useRef } from 'react';
import { useGrownHeight } from '../lib/use-grown-height.ts';
import classes from './field.module.css';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

interface AreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'ref' | 'rows'> {
  readonly minRows: number;
  /** It grows without end when this is left out. */
  readonly maxRows?: number;
}

/** A text area that grows with its text, and whose text decides by itself which way it runs. */
export function AutoDirectionTextarea(props: AreaProps) {
  const { label, description, error, minRows, maxRows, className = classes.input, ...rest } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useGrownHeight(area);
  const rows: CSSProperties & Record<`--${string}`, number | undefined> = {
    '--min-rows': minRows,
    '--max-rows': maxRows,
  };
  return (
    <FieldFrame label={label} description={description} error={error}>
      {ties => (
        <textarea
          dir="auto"
          {...rest}
          {...ties}
          ref={area}
          className={`${classes.area} ${className}`}
          rows={minRows}
          style={rows}
        />
      )}
    </FieldFrame>
  );
}
