import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';

/** Moves the focus when a focused control is removed, which browsers do not. @returns props for the control */
export function useFocusFallback(
  isThere: boolean,
  focusFallback: RefObject<HTMLElement | null>,
): { readonly onFocus: FocusEventHandler; readonly onBlur: FocusEventHandler } {
  // React suppresses the blur event of a removed control, so this is still true then.
  const isFocused = useRef(false);

  useLayoutEffect(() => {
    if (isThere || !isFocused.current) return;
    isFocused.current = false;
    focusFallback.current?.focus();
  }, [isThere, focusFallback]);
  // Removed together with its container.
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

/** A `ref` for a control that takes the focus of the one that is gone. */
export function takeFocus(control: HTMLElement | null): void {
  control?.focus();
}
