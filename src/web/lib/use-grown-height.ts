import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Makes a text area as high as its text where the style sheet alone (`field-sizing`) does not. */
export function useGrownHeight(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => grow(field.current));
  useEffect(() => {
    const area = field.current;
    if (!area || growsByItself()) return;
    const growNow = () => grow(area);
    area.addEventListener('input', growNow);
    // What is beside it may take or give room, and fonts come late.
    const observer = new ResizeObserver(growNow);
    if (area.parentElement) observer.observe(area.parentElement);
    document.fonts.addEventListener('loadingdone', growNow);
    return () => {
      area.removeEventListener('input', growNow);
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', growNow);
    };
  }, [field]);
}

function grow(area: HTMLTextAreaElement | null): void {
  if (!area?.parentElement || growsByItself()) return;
  const frame = area.parentElement;
  // So that nothing moves while it is measured.
  frame.style.minHeight = `${frame.offsetHeight}px`;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  frame.style.minHeight = '';
}

function growsByItself(): boolean {
  return CSS.supports('field-sizing', 'content');
}
