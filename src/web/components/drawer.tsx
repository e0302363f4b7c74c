import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { CloseButton } from './button.tsx';
import classes from './dialog.module.css';

/** As in the style sheets. */
const narrow = '(width < 56.25rem)';

/** Whether the window is too narrow for two columns. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      const query = matchMedia(narrow);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(narrow).matches,
    () => false,
  );
}

interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  /** On a wide window it lies over its container, which is positioned, and not in the flow. */
  readonly isOver?: boolean;
  readonly children: ReactNode;
}

/**
 * Beside the page on a wide window; a modal sheet from below on a narrow one. It stays the same element when the window
 * changes its width: what was typed in it stays as well.
 */
export function Drawer({ title, onClose, isOver, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const isNarrow = useIsNarrow();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // `show` would take the focus.
    if (isNarrow) element.showModal();
    else element.open = true;
    return () => element.close();
  }, [isNarrow]);
  const closeFromBeside = (event: MouseEvent) => {
    // Only the backdrop is the dialog itself: its content covers it.
    if (isNarrow && event.target === event.currentTarget) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={`card ${classes.drawer}`}
      data-over={isOver || undefined}
      aria-labelledby={heading}
      onClick={closeFromBeside}
      onCancel={event => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.content}>
        <div className={isNarrow ? classes.head : 'visually-hidden'}>
          <h2 id={heading}>{title}</h2>
          {isNarrow && <CloseButton onClick={onClose} />}
        </div>
        <div className={`scroll ${classes.body}`}>{children}</div>
      </div>
    </dialog>
  );
}
