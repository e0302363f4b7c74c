import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useId } from 'react';
import { useModalDialog } from './dialog.tsx';
import { CloseButton } from './panel-head.tsx';
import classes from './picker-popup.module.css';

interface PickerPopupProps {
  readonly id: string;
  readonly title: string;
  /** `names` for short rows; `list` for a few items: as tall as they are, with a visible title. */
  readonly size: 'search' | 'names' | 'list';
  /** Called after it was closed in any way. */
  readonly onClose: () => void;
  /** @param close to be called after a choice */
  readonly children: (close: () => void) => ReactNode;
}

/** A modal dialog below its field if there is space, else over the whole width. */
export function PickerPopup({ id, title, size, onClose, children }: PickerPopupProps) {
  const { close, dialogProps } = useModalDialog(onClose);
  const heading = useId();
  const { ref } = dialogProps;
  // A notice that appears above pushes the field down, and its list with it out of the window.
  useEffect(() => {
    const dialog = ref.current;
    const scrollBack = () => dialog?.parentElement?.scrollIntoView({ block: 'nearest' });
    const note: IntersectionObserverCallback = ([seen]) => seen && seen.intersectionRatio < 1 && scrollBack();
    const observer = new IntersectionObserver(note, { threshold: 1 });
    if (dialog) observer.observe(dialog);
    return () => observer.disconnect();
  }, [ref]);
  const closeFromBeside = (event: MouseEvent) => {
    // The dialog's content covers it: only the backdrop is the dialog itself.
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
        <h2 id={heading} className={size === 'list' ? classes.title : 'visually-hidden'}>
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

export function ChosenMark(props: ComponentProps<'svg'>) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: who uses it names or hides it
    <svg className={classes.chosen} viewBox="0 0 24 24" {...props}>
      <path d="m4 13 5 5L20 6" />
    </svg>
  );
}
