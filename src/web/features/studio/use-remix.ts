import { useEffect, useRef } from 'react';
import { noteFailure } from '../../lib/early-errors.ts';
import { countSpoken, mixScript } from '../line-editor/public.ts';
import { isLoading } from './narration-state.ts';
import type { TimedWork } from './timed-work.ts';
import type { Narration } from './use-narration.ts';

/** While a line is dragged, or a time typed, not every step is mixed. */
const restMs = 400;

/** Mixes the recording again shortly after lines were moved or spoken: of all lines, or of those that are spoken so far. */
export function useRemix(narration: Narration, timed: TimedWork): void {
  const latest = useRef({ narration, timed });
  latest.current = { narration, timed };
  const { state } = narration;
  const { script } = state;
  const { durationSeconds, sounds, spokenWith, described } = timed;
  // Not before the gaps are known.
  const isDue = !isLoading(state) && !state.audio && (!state.describing || described !== undefined);
  const how = spokenWith && JSON.stringify(spokenWith);

  useEffect(() => {
    const { spokenWith, chosenLanguage } = latest.current.timed;
    if (!isDue || !spokenWith || how === undefined) return;
    const spoken = countSpoken(script, sounds, spokenWith);
    if (spoken === 'none') return;
    const control = new AbortController();
    const { signal } = control;
    const timer = setTimeout(async () => {
      try {
        const mix = await mixScript(script, sounds, { spokenWith, durationSeconds, described, signal });
        if (signal.aborted) return;
        const { narration, timed } = latest.current;
        const { voice, language, provider: speakerId } = spokenWith;
        const recording = { ...mix, script, voice, language, chosenLanguage, speakerId };
        if (spoken === 'all') narration.restoreSounds([recording]);
        else timed.preview(mix);
      } catch (error) {
        if (!signal.aborted) noteFailure(error);
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [script, durationSeconds, how, sounds, described, isDue]);
}
