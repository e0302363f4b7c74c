import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Hands the keyboard's place on when a control that has it goes away: the browser would give it to nobody.
 * @param isThere whether the control is there
 * @param heir who has the focus next
 * @returns what the control takes
 */
export function useFocusFallback(
  isThere: boolean,
  focusFallback: RefObject<HTMLElement | null>,
): { readonly onFocus: FocusEventHandler; readonly onBlur: FocusEventHandler } {
  // React lets no blur through that comes from its own removal of the control, so this still says who had the focus then.
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
