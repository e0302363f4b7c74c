import { type ReactNode, useEffect, useId, useRef } from 'react';
import { CloseButton } from './close-control.tsx';
import classes from './dialog.module.css';
import { SheetHead } from './sheet-head.tsx';

interface DialogProps {
  readonly title: string;
  /** Called after it was closed, by its control or by Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the keyboard inside, hides the page from assistive tools, and gives the
 * keyboard back to where it was. Shown as long as it is mounted.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // Told late, when it may be open again.
  const tellClosed = () => {
    if (!ref.current?.open) onClose();
  };
  return (
    <dialog className={classes.dialog} ref={ref} aria-labelledby={heading} onClose={tellClosed}>
      <SheetHead>
        <h2 id={heading}>{title}</h2>
        <CloseButton onClick={() => ref.current?.close()} />
      </SheetHead>
      {children}
    </dialog>
  );
}
