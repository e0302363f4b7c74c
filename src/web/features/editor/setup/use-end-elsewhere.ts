import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { showDoneNotice, type UnseenEnd } from './done-notice.ts';
import { findWork, type NarrationState, type Work } from './narration-state.ts';

/**
 * How the last piece of work ended, if the tab was hidden then, until it is shown again. A notification appears where that is
 * allowed.
 */
export function useEndElsewhere(state: NarrationState, videoName: string | undefined): UnseenEnd | undefined {
  const [unseen, setUnseen] = useState<UnseenEnd>();
  const running = useRef<Work>(undefined);
  const work = findWork(state);

  const end = useEffectEvent(() => {
    const ended = running.current;
    running.current = work;
    if (!ended || work || !document.hidden || state.phase === 'cancelled') return;
    const outcome = { work: ended, isDone: state.phase !== 'failed' };
    setUnseen(outcome);
    showDoneNotice(outcome, videoName);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends in the moment in which there is other work, or none
  useEffect(() => end(), [work]);

  useEffect(() => {
    const look = () => {
      if (!document.hidden) setUnseen(undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  return unseen;
}
