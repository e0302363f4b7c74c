import type { RefObject } from 'react';
import type { ScriptChange } from '#shared/script/script-change.ts';
import { Button } from '../../components/button.tsx';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';

export interface FitButtonsProps {
  /** What would make the script fit; undefined where nothing is offered. */
  readonly change: ScriptChange | undefined;
  readonly onRewrite: (change: ScriptChange) => void;
}

const labels: Readonly<Record<ScriptChange, string>> = { shorten: 'Shorten', lengthen: 'Lengthen' };

/** Has a script that does not fit written anew. @param heir has the keyboard next, once the button has gone */
export function FitButtons({
  change,
  onRewrite,
  focusFallback,
}: FitButtonsProps & { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const focus = useFocusFallback(change !== undefined, focusFallback);
  if (!change) return null;
  return (
    <Button variant="default" onClick={() => onRewrite(change)} {...focus}>
      {labels[change]}
    </Button>
  );
}
