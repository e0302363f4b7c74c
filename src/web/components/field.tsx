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

export interface FieldTexts {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldTies {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

type FieldFrameProps = FieldTexts & { readonly children: (ties: FieldTies) => ReactNode };

export function FieldFrame({ label, description, error, children }: FieldFrameProps) {
  const id = useId();
  const texts = [error && `${id}-error`, description && `${id}-description`].filter(Boolean);
  const ties: FieldTies = {
    id,
    'aria-describedby': texts.length > 0 ? texts.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div>
      {label && (
        <label className={`small ${classes.label}`} htmlFor={id}>
          {label}
        </label>
      )}
      {children(ties)}
      {description && (
        <p id={`${id}-description`} className={`soft ${classes.note}`}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={`${classes.note} ${classes.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, description, error, ...props }: FieldTexts & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} description={description} error={error}>
      {ties => <input type="text" className={classes.input} {...props} {...ties} />}
    </FieldFrame>
  );
}

interface AreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'ref' | 'rows'> {
  readonly minRows: number;
  readonly maxRows?: number;
  /** A layer behind the text; `null` reserves its space. */
  readonly behind?: ReactNode;
}

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

/** Sets the height of a text area to its text if the style sheet (`field-sizing`) does not. */
function useGrownHeight(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => grow(field.current));
  useEffect(() => {
    const area = field.current;
    if (!area || growsByItself()) return;
    const growNow = () => grow(area);
    area.addEventListener('input', growNow);
    // Neighbours may change the width, and fonts load late.
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
  // Prevents layout shifts while measuring.
  frame.style.minHeight = `${frame.offsetHeight}px`;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  frame.style.minHeight = '';
}

const growsByItself = (): boolean => CSS.supports('field-sizing', 'content');

interface ChoiceProps extends ComponentProps<'input'> {
  readonly label: ReactNode;
  /** It describes the choice, and is no part of its name. */
  readonly detail?: string | undefined;
}

function Choice({ label, detail, ...input }: ChoiceProps) {
  const id = useId();
  return (
    <label className={classes.option}>
      <input {...input} aria-labelledby={id} aria-describedby={detail && `${id}-detail`} />
      <span id={id}>{label}</span>
      {detail && (
        <small id={`${id}-detail`} className="soft small">
          {detail}
        </small>
      )}
    </label>
  );
}

interface RadioGroupProps {
  readonly legend: string;
  readonly className?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly options: readonly {
    readonly label: string;
    readonly detail?: string | undefined;
    readonly isOn: boolean;
    readonly choose: () => void;
  }[];
}

export function RadioGroup({ legend, className = '', disabled, options }: RadioGroupProps) {
  const name = useId();
  return (
    <fieldset className={`${classes.group} ${className}`} disabled={disabled}>
      <legend>{legend}</legend>
      {options.map(({ label, detail, isOn, choose }) => (
        <Choice key={label} type="radio" {...{ name, label, detail }} checked={isOn} onChange={choose} />
      ))}
    </fieldset>
  );
}

interface CheckboxProps extends Pick<ChoiceProps, 'label' | 'detail' | 'checked' | 'disabled'> {
  readonly onChange?: (checked: boolean) => void;
}

export function Checkbox({ onChange, ...props }: CheckboxProps) {
  return <Choice type="checkbox" {...props} onChange={event => onChange?.(event.currentTarget.checked)} />;
}

interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  readonly options: readonly (Pick<ComponentProps<'option'>, 'lang' | 'disabled'> & {
    readonly value: string | number;
    readonly label: string;
  })[];
  /** Not needed for one that a form reads. */
  readonly onChoose?: (value: string) => void;
}

export function Select({ label, description, error, options, onChoose, ...props }: SelectProps) {
  return (
    <FieldFrame label={label} description={description} error={error}>
      {ties => (
        <select
          className={classes.select}
          {...props}
          {...ties}
          onChange={({ currentTarget: { value } }) => onChoose?.(value)}
        >
          {options.map(({ label: name, ...option }) => (
            <option key={option.value} {...option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
