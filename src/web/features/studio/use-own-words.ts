import { useEffect, useRef, useState } from 'react';
import type { Cue } from '#shared/script/cues.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { OwnLinesOrder } from './find-own-lines.ts';
import type { NarrationService } from './narration-service.ts';
import type { Narration } from './use-narration.ts';

/** Writing the script oneself, scene by scene. */
export interface OwnWords {
  readonly isFinding: boolean;
  readonly problem: string | undefined;
  /** What the offline engine recognises in the video, at its times; empty until it is known, and with an AI. */
  readonly hints: readonly Cue[];
  /** Finds the scenes and puts an empty line for each into the script; one Undo restores the script. */
  start(order: Omit<OwnLinesOrder, 'signal'>): void;
  cancel(): void;
}

/** @param recognise undefined with an AI, which costs */
export function useOwnWords(
  { replaceScript }: Pick<Narration, 'replaceScript'>,
  recognise: NarrationService['createScript'] | undefined,
): OwnWords {
  const [isFinding, setFinding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [hints, setHints] = useState<readonly Cue[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function cancel() {
    running.current?.abort();
    setFinding(false);
  }

  async function start(order: Omit<OwnLinesOrder, 'signal'>) {
    if (isFinding) return;
    const control = new AbortController();
    running.current = control;
    setProblem(undefined);
    setHints([]);
    setFinding(true);
    try {
      const { findOwnLines, findHints, focusFirstLine } = await loadChunk(
        'scenes',
        () => import('./find-own-lines.ts'),
      );
      const { signal } = control;
      const script = await findOwnLines({ ...order, signal });
      if (signal.aborted) return;
      replaceScript({ script, scriptLanguage: undefined });
      focusFirstLine();
      // Without them writing goes on all the same.
      if (recognise) findHints({ ...order, signal }, recognise).then(setHints, noteFailure);
    } catch (error) {
      if (control.signal.aborted) return;
      noteFailure(error);
      setProblem(describeFailure(error));
    } finally {
      if (running.current === control) setFinding(false);
    }
  }

  return { isFinding, problem, hints, start: order => void start(order), cancel };
}
