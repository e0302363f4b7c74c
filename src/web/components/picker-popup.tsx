import { type MouseEvent, type ReactNode, useId } from 'react';
import { useModalDialog } from './dialog.tsx';
import { CloseButton } from './panel-head.tsx';
import classes from './picker-popup.module.css';

interface PickerPopupProps {
  readonly id: string;
  readonly title: string;
  /** `names` for lines that are short; `list` for a handful to choose from: as tall as they are, under a title that is seen. */
  readonly size: 'search' | 'names' | 'list';
  /** Called after it was closed, however. */
  readonly onClose: () => void;
  /** @param close closes it, after something was chosen */
  readonly children: (close: () => void) => ReactNode;
}

/** A modal dialog under its field where there is room, and over the whole width where there is not. */
export function PickerPopup({ id, title, size, onClose, children }: PickerPopupProps) {
  const { close, dialogProps } = useModalDialog(onClose);
  const heading = useId();
  const closeFromBeside = (event: MouseEvent) => {
    // The dialog's own content covers it: only its backdrop is the dialog itself.
    if (event.target === event.currentTarget) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      id={id}
      className={classes.popup}
      data-size={size}
      aria-labelledby={heading}
      onClick={closeFromBeside}
      {...dialogProps}
    >
      <div className={classes.content}>
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        <div className={classes.close}>
          <CloseButton onClick={close} />
        </div>
        {children(close)}
      </div>
    </dialog>
  );
}
