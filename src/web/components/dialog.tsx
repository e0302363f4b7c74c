import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { Button, CloseButton } from './button.tsx';
import classes from './dialog.module.css';

export function PanelHead({ children }: { children: ReactNode }) {
  return <div className={classes.head}>{children}</div>;
}

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Read by screen readers with the title. */
  readonly reason?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, reason, isWide, children }: DialogProps) {
  const { close, dialogProps } = useModalDialog(onClose);
  const heading = useId();
  const description = useId();
  return (
    <dialog
      className={`card scroll ${classes.dialog}`}
      data-wide={isWide || undefined}
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

interface QuestionDialogProps extends Pick<DialogProps, 'title' | 'reason'> {
  /** The expected one first; the last one is also that of closing it. */
  readonly answers: readonly (readonly [label: string, give: () => void])[];
}

export function QuestionDialog({ answers, ...props }: QuestionDialogProps) {
  return (
    <Dialog {...props} onClose={() => answers.at(-1)?.[1]()}>
      <div className="row">
        {answers.map(([label, give], index) => (
          <Button key={label} variant={index === 0 ? 'filled' : 'default'} onClick={give}>
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

/** Events of a dialog or a file field inside bubble up. A press on the dialog itself is beside it: its content covers all but the backdrop. */
export const onItself = (act: () => void) => (event: SyntheticEvent) => {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  act();
};

/** Open while mounted. The browser traps the focus and restores it. */
export function useModalDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the effects of its content, which scroll.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // Reported at once: the browser's event comes late, when the next key may have reopened the dialog.
  const close = () => {
    ref.current?.close();
    onClose();
  };
  const dialogProps = {
    ref,
    onCancel: onItself(close),
    // For ways to close it that cannot be prevented. Ignored if the dialog is removed or open again.
    onClose: () => {
      if (ref.current && !ref.current.open) onClose();
    },
  };
  return { close, dialogProps };
}

/** A `ref` for a control in a dialog: focuses it in an open dialog; one that is just opening uses the attribute. */
export function focusInDialog(control: HTMLElement | null): void {
  control?.setAttribute('autofocus', '');
  control?.focus();
}
