import { type RefObject, useLayoutEffect } from 'react';

/**
 * Gives the focus to an element of a modal dialog as soon as both are there: at once in a dialog that is open, and through the
 * attribute in one that opens with it, whose first control would have the next key otherwise.
 */
export function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    element.current?.setAttribute('autofocus', '');
    element.current?.focus();
  }, [element]);
}
