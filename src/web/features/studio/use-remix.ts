import { useEffect, useRef } from 'react';
import { noteFailure } from '../../lib/early-errors.ts';
import { countSpoken, mixScript } from '../line-editor/public.ts';
import { isLoading } from './narration-state.ts';
import type { TimedWork } from './timed-work.ts';
import type { Narration } from './use-narration.ts';

/** Whoever drags a line, or types a time, does not want to hear each step. */
const restMs = 400;

/** Makes the sound anew, a moment after lines were moved or spoken: of all of them, or of those that there are to be heard meanwhile. */
export function useRemix(narration: Narration, timed: TimedWork): void {
  const latest = useRef({ narration, timed });
  latest.current = { narration, timed };
  const { state } = narration;
  const { script } = state;
  const { durationSeconds, sounds, spokenWith, described } = timed;
  // Nobody is talked over because it is not known yet where people speak.
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
