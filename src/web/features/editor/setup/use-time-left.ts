import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { usePublicConfig } from '../public-config/public.ts';
import { findSpeaker, type Speakers } from '../voice-samples/public.ts';
import { describeTimeLeft, estimateSeconds } from './estimate-time.ts';
import { findWork, type NarrationState } from './narration-state.ts';
import { addWorkTime, readWorkTimes } from './work-times.ts';

interface SizedWork {
  /** What is done and by whom. */
  readonly kind: string;
  /** Seconds of video, or characters. */
  readonly size: number;
}

interface Surroundings {
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName;
  /** Who can speak the chosen voice; undefined until the server has said so. */
  readonly speakers: Speakers | undefined;
}

/** How much time is left of what is being worked on, by what such work took in this browser before; undefined without a basis. */
export function useTimeLeft(state: NarrationState, surroundings: Surroundings): string | undefined {
  const { data: config } = usePublicConfig();
  const [left, setLeft] = useState<string>();
  const running = useRef<SizedWork & { readonly atMs: number }>(undefined);
  const work = findWork(state);

  const begin = useEffectEvent(() => {
    const { videoSeconds, language, speakers } = surroundings;
    const { vision, script } = config?.engines ?? {};
    const speaker = speakers && findSpeaker(speakers, state.scriptLanguage ?? language);
    // A script that is written anew begins with writing: nothing is looked at.
    const isRewriting = state.activity?.kind === 'writing';
    const sized: SizedWork = isRewriting
      ? { kind: `rewriting ${script?.name}`, size: state.kept?.script.length ?? 0 }
      : work === 'script'
        ? { kind: `script ${vision?.name} ${script?.name}`, size: videoSeconds ?? 0 }
        : { kind: `audio ${speaker?.name}`, size: state.script.length };
    running.current = { ...sized, atMs: performance.now() };
    return estimateSeconds(readWorkTimes(sized.kind), sized.size);
  });

  const end = useEffectEvent(() => {
    const done = running.current;
    running.current = undefined;
    if (!done || (state.phase !== 'script ready' && state.phase !== 'audio ready')) return;
    addWorkTime(done.kind, { size: done.size, seconds: (performance.now() - done.atMs) / 1000 });
  });

  useEffect(() => {
    setLeft(undefined);
    if (!work) return end();
    const estimate = begin();
    if (estimate === undefined) return;
    const beganMs = performance.now();
    const report = () => setLeft(describeTimeLeft(estimate - (performance.now() - beganMs) / 1000));
    report();
    const timer = setInterval(report, 1000);
    return () => clearInterval(timer);
  }, [work]);

  return left;
}
