import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus when a focused control is removed, which the browser would not.
 * @param isThere whether the control is there
 * @param focusFallback gets the focus
 * @returns what the control takes
 */
export function useFocusFallback(
  isThere: boolean,
  focusFallback: RefObject<HTMLElement | null>,
): { readonly onFocus: FocusEventHandler; readonly onBlur: FocusEventHandler } {
  // React suppresses the blur event of a control that it removes, so this still holds then.
  const isFocused = useRef(false);

  useLayoutEffect(() => {
    if (isThere || !isFocused.current) return;
    isFocused.current = false;
    focusFallback.current?.focus();
  }, [isThere, focusFallback]);
  // Gone together with what it stood in.
  useLayoutEffect(
    () => () => {
      if (isFocused.current) focusFallback.current?.focus();
    },
    [focusFallback],
  );

  return {
    onFocus() {
      isFocused.current = true;
    },
    onBlur() {
      isFocused.current = false;
    },
  };
}
