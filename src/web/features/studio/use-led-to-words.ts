import { useState } from 'react';
import type { NarrationState } from './narration-state.ts';

/**
 * Whether the prompt has led to words, or is about to. Who writes a script of their own keeps the fields: nothing moves under
 * the hands of somebody who types.
 */
export function useLedToWords({ phase, script, scriptLanguage, failure }: NarrationState): boolean {
  const [hasBegun, setBegun] = useState(scriptLanguage !== undefined);
  if (phase === 'generating script' && !hasBegun) setBegun(true);
  const cameToNothing = failure?.work === 'script' || (phase === 'cancelled' && script === '');
  return hasBegun && !cameToNothing;
}
