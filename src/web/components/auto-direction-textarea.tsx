import { type ComponentProps, type CSSProperties, type ReactNode, useRef } from 'react';
import { useGrownHeight } from '../lib/use-grown-height.ts';
import classes from './field.module.css';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

interface AreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'ref' | 'rows'> {
  readonly minRows: number;
  /** It grows without end when this is left out. */
  readonly maxRows?: number;
  /** A layer that is drawn behind the text; its place is kept while it is `null`. */
  readonly behind?: ReactNode;
}

/** A text area that grows with its text, and whose text decides by itself which way it runs. */
export function AutoDirectionTextarea(props: AreaProps) {
  const { label, description, error, minRows, maxRows, behind, className = classes.input, ...rest } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useGrownHeight(area);
  const rows: CSSProperties & Record<`--${string}`, number | undefined> = {
    '--min-rows': minRows,
    '--max-rows': maxRows,
  };
  return (
    <FieldFrame label={label} description={description} error={error}>
      {ties => {
        const field = (
          <textarea
            dir="auto"
            {...rest}
            {...ties}
            aria-describedby={ties['aria-describedby'] ?? rest['aria-describedby']}
            ref={area}
            className={`${classes.area} ${className}`}
            rows={minRows}
            style={rows}
          />
        );
        if (behind === undefined) return field;
        return (
          <div className={classes.layers}>
            {behind}
            {field}
          </div>
        );
      }}
    </FieldFrame>
  );
}
