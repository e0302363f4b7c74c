import type { RefObject } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { ScriptChange } from '#shared/script/script-change.ts';
import { Button } from '../../components/button.tsx';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';

export interface FitButtonsProps {
  /** What would make the script fit; undefined where nothing is offered. */
  readonly change: ScriptChange | undefined;
  readonly onRewrite: (change: ScriptChange) => void;
}

/** Rewrites a script that does not fit. @param focusFallback gets the focus once the button has gone */
export function FitButtons({
  change,
  onRewrite,
  focusFallback,
}: FitButtonsProps & { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const focus = useFocusFallback(change !== undefined, focusFallback);
  if (!change) return null;
  return (
    <Button variant="default" onClick={() => onRewrite(change)} {...focus}>
      {t(studioMessages[change])}
    </Button>
  );
}
