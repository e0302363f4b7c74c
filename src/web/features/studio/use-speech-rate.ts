import { useEffect, useRef } from 'react';
import { startRate } from '#shared/script/estimate-speech.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { fetchSpeechRate } from './fetch-speech-rate.ts';
import type { TimedWork } from './timed-work.ts';

/** Asks how fast the chosen voice speaks, each time that it is another one. Until it is known the language's usual rate holds. */
export function useSpeechRate({ spokenWith, spokenLanguage, setRate }: TimedWork): void {
  const latest = useRef({ spokenWith, setRate });
  latest.current = { spokenWith, setRate };
  const how = spokenWith && JSON.stringify([spokenWith.voice, spokenWith.provider]);
  useEffect(() => {
    const { spokenWith, setRate } = latest.current;
    setRate(undefined);
    if (how === undefined || !spokenWith) return;
    const control = new AbortController();
    const { signal } = control;
    fetchSpeechRate(spokenWith, spokenLanguage, signal).then(
      rate => signal.aborted || setRate(rate),
      error => {
        if (signal.aborted) return;
        noteFailure(error);
        // What is spoken here is learned from all the same.
        setRate(startRate(spokenLanguage));
      },
    );
    return () => control.abort();
  }, [how, spokenLanguage]);
}
