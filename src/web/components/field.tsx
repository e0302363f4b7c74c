import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
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

/** One line to write in. */
export function TextField({ label, description, error, ...props }: FieldTexts & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} description={description} error={error}>
      {ties => <input type="text" className={classes.input} {...props} {...ties} />}
    </FieldFrame>
  );
}

interface AreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'ref' | 'rows'> {
  readonly minRows: number;
  /** It grows without end when this is left out. */
  readonly maxRows?: number;
  /** A layer that is drawn behind the text; its place is kept while it is `null`. */
  readonly behind?: ReactNode;
}

/** A text area that grows with its text, whose direction follows the text. */
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

/** Makes a text area as high as its text where the style sheet alone (`field-sizing`) does not. */
export function useGrownHeight(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => grow(field.current));
  useEffect(() => {
    const area = field.current;
    if (!area || growsByItself()) return;
    const growNow = () => grow(area);
    area.addEventListener('input', growNow);
    // What is beside it may take or give room, and fonts come late.
    const observer = new ResizeObserver(growNow);
    if (area.parentElement) observer.observe(area.parentElement);
    document.fonts.addEventListener('loadingdone', growNow);
    return () => {
      area.removeEventListener('input', growNow);
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', growNow);
    };
  }, [field]);
}

function grow(area: HTMLTextAreaElement | null): void {
  if (!area?.parentElement || growsByItself()) return;
  const frame = area.parentElement;
  // So that nothing moves while it is measured.
  frame.style.minHeight = `${frame.offsetHeight}px`;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  frame.style.minHeight = '';
}

function growsByItself(): boolean {
  return CSS.supports('field-sizing', 'content');
}
