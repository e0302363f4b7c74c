import { type ReactNode, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { CloseButton } from './button.tsx';
import classes from './dialog.module.css';
import { onItself } from './dialog.tsx';

/** As in the style sheets. */
const narrow = '(width < 56.25rem)';

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

type DrawerProps = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode };

/**
 * Beside the page on a wide window; a modal sheet from below on a narrow one. It stays the same element when the window
 * changes its width: what was typed in it stays as well.
 */
export function Drawer({ title, onClose, children }: DrawerProps) {
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
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={`card ${classes.drawer}`}
      aria-labelledby={heading}
      onClick={isNarrow ? onItself(onClose) : undefined}
      onCancel={onItself(onClose)}
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
