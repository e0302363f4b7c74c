import { type ReactNode, useId } from 'react';
import { useModalDialog } from '../lib/use-modal-dialog.ts';
import { CloseButton } from './close-control.tsx';
import classes from './dialog.module.css';
import { SheetHead } from './sheet-head.tsx';

interface DialogProps {
  readonly title: string;
  /** Called once it is closed, by its control or by Escape. */
  readonly onClose: () => void;
  /** Why it is there: read aloud with its title. */
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
      <SheetHead>
        <h2 id={heading}>{title}</h2>
        <CloseButton onClick={close} />
      </SheetHead>
      {reason && (
        <p className={classes.reason} id={description}>
          {reason}
        </p>
      )}
      {children}
    </dialog>
  );
}
