import { useState } from 'react';
import type { NarrationState } from './narration-state.ts';

/**
 * Whether the prompt has led to a script, or is about to. The fields stay open for a person who writes a script of their own:
 * nothing moves while somebody types.
 */
export function useLedToWords({ phase, script, scriptLanguage, failure }: NarrationState): boolean {
  const [hasBegun, setBegun] = useState(scriptLanguage !== undefined);
  if (phase === 'generating script' && !hasBegun) setBegun(true);
  const cameToNothing = failure?.work === 'script' || (phase === 'cancelled' && script === '');
  return hasBegun && !cameToNothing;
}
