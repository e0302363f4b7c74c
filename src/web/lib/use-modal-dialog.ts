import { type SyntheticEvent, useLayoutEffect, useRef } from 'react';

/**
 * The browser's own modal dialog, shown as long as it is mounted: it keeps the keyboard inside, closes with Escape, and
 * gives the keyboard back to where it was.
 *
 * @param onClose Called once it is closed, by whatever.
 * @returns `dialogProps` for the `<dialog>`, and `close` for its controls.
 */
export function useModalDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the effects of its content, which scroll in it and say what has the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // Told at once: the browser's own event comes late, when the next key may have asked for the dialog again.
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
    // For ways to close it that cannot be prevented. Nothing is told of a dialog that is gone, or open again.
    onClose: () => {
      if (ref.current && !ref.current.open) onClose();
    },
  };
  return { close, dialogProps };
}
