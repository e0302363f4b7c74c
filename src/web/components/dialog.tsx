import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import classes from './dialog.module.css';
import { CloseButton, PanelHead } from './panel-head.tsx';

interface DialogProps {
  readonly title: string;
  /** Called once it is closed, by its control or by Escape. */
  readonly onClose: () => void;
  /** Read aloud with the title. */
  readonly reason?: ReactNode;
  readonly children: ReactNode;
}

/** A modal dialog with a title and a close control, shown as long as it is mounted. */
export function Dialog({ title, onClose, reason, children }: DialogProps) {
  const { close, dialogProps } = useModalDialog(onClose);
  const heading = useId();
  const description = useId();
  return (
    <dialog
      className={classes.dialog}
      aria-labelledby={heading}
      {...(reason && { 'aria-describedby': description })}
      {...dialogProps}
    >
      <PanelHead>
        <h2 id={heading}>{title}</h2>
        <CloseButton onClick={close} />
      </PanelHead>
      {reason && (
        <p className={classes.reason} id={description}>
          {reason}
        </p>
      )}
      {children}
    </dialog>
  );
}

/**
 * The browser's own modal dialog, shown as long as it is mounted: it keeps the keyboard inside, closes with Escape, and
 * gives the focus back to where it was.
 *
 * @param onClose Called once it is closed, by whatever.
 * @returns `dialogProps` for the `<dialog>`, and `close` for its controls.
 */
export function useModalDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the effects of its content, which scroll in it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // Reported at once: the browser's own event comes late, when the next key may have opened the dialog again.
  const close = () => {
    ref.current?.close();
    onClose();
  };
  const dialogProps = {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      close();
    },
    // For ways to close it that cannot be prevented. Nothing is reported of a dialog that is gone, or open again.
    onClose: () => {
      if (ref.current && !ref.current.open) onClose();
    },
  };
  return { close, dialogProps };
}

/** As the `ref` of a control in a dialog: an open dialog gives it the focus at once, one that is just opening needs the attribute. */
export function focusInDialog(control: HTMLElement | null): void {
  control?.setAttribute('autofocus', '');
  control?.focus();
}
