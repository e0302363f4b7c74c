import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { isForOthers, type Opening, readOpenKey } from '../lib/open-key.ts';
import { useLazyPopup } from '../lib/use-lazy-popup.ts';
import field from './field.module.css';
import { FieldFrame } from './field-frame.tsx';
import { Notice } from './notice.tsx';
import classes from './picker-field.module.css';
import { TextButton } from './text-button.tsx';

/** What a popup needs of its field. */
export interface PopupPlace {
  readonly id: string;
  readonly opening: Opening;
  readonly onClose: () => void;
}

interface PickerFieldProps<Chunk> {
  readonly label: string;
  readonly disabled: boolean;
  /** What is chosen; undefined for nothing. */
  readonly children: ReactNode;
  /** Stands there as long as nothing is chosen. */
  readonly placeholder?: string;
  /** What the popup is, for the sentence that says that it could not be fetched. */
  readonly part: string;
  /** Fetches the popup's code, when it is first opened. */
  readonly load: () => Promise<Chunk>;
  readonly renderPopup: (chunk: Chunk, place: PopupPlace) => ReactNode;
}

/**
 * A field that opens a list to search: a select-only combobox of the ARIA practices whose popup is a dialog, because
 * search and what is around it are more than a list.
 */
export function PickerField<Chunk extends object>(props: PickerFieldProps<Chunk>) {
  const { label, disabled, children, placeholder, part, load, renderPopup } = props;
  const id = useId();
  const { opening, chunk, problem, open, close } = useLazyPopup(part, load);
  const isAwaited = opening !== undefined && chunk === undefined;

  function openByKey(event: KeyboardEvent) {
    if (disabled || isForOthers(event)) return;
    // A name of two words may be typed faster than its list arrives.
    const isInsideName = isAwaited && opening.at === 'typed' && event.key === ' ';
    const how = isInsideName ? { at: 'typed' as const, typed: ' ' } : readOpenKey(event.key);
    if (!how) return;
    event.preventDefault();
    open(how);
  }

  return (
    <div className={classes.picker}>
      <FieldFrame label={label}>
        {ties => (
          <div className={classes.field}>
            <button
              {...ties}
              type="button"
              role="combobox"
              className={field.input}
              aria-haspopup="dialog"
              aria-expanded={opening !== undefined}
              aria-controls={opening && chunk && id}
              aria-busy={isAwaited || undefined}
              disabled={disabled}
              onClick={() => {
                if (!isAwaited) open({ at: 'chosen' });
              }}
              onKeyDown={openByKey}
            >
              {children ?? <span className={classes.placeholder}>{placeholder}</span>}
            </button>
            <svg className={classes.chevron} viewBox="0 0 15 15" aria-hidden="true">
              <path d="M5.250 5.750 7.500 3.500l2.250 2.250M5.250 9.250l2.250 2.250 2.250-2.250" />
            </svg>
          </div>
        )}
      </FieldFrame>
      {problem && (
        <Notice tone="problem">
          {problem} <TextButton onClick={() => window.location.reload()}>Reload the page</TextButton>
        </Notice>
      )}
      {opening && chunk && renderPopup(chunk, { id, opening, onClose: close })}
    </div>
  );
}
