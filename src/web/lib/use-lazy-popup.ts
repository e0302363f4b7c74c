import { useRef, useState } from 'react';
import { describeFailure } from './describe-failure.ts';
import { noteFailure } from './early-errors.ts';
import { loadChunk } from './load-chunk.ts';
import type { Opening } from './open-key.ts';

export interface LazyPopup<Chunk> {
  /** How it was opened; undefined while it is closed. */
  readonly opening: Opening | undefined;
  /** What shows it; undefined until it has arrived. */
  readonly chunk: Chunk | undefined;
  /** Why it did not arrive, for a person: only a reload of the page brings it. */
  readonly problem: string | undefined;
  open(how: Opening): void;
  close(): void;
}

/**
 * A popup whose code is fetched when it is first opened. What is typed until it is there is kept for it.
 * @param part what it is, for the sentence that says that it did not come
 */
export function useLazyPopup<Chunk extends object>(
  part: string,
  load: () => Promise<Chunk>,
): LazyPopup<Chunk> {
  const [opening, setOpening] = useState<Opening>();
  const [chunk, setChunk] = useState<Chunk>();
  const [problem, setProblem] = useState<string>();
  const isLoading = useRef(false);

  function fail(error: unknown): void {
    noteFailure(error);
    setOpening(undefined);
    setProblem(describeFailure(error));
  }

  return {
    opening,
    chunk,
    problem,
    open(how) {
      setOpening(before => joinTyped(before, how));
      if (chunk || isLoading.current) return;
      isLoading.current = true;
      setProblem(undefined);
      loadChunk(part, load)
        .then(setChunk, fail)
        .finally(() => {
          isLoading.current = false;
        });
    },
    close: () => setOpening(undefined),
  };
}

function joinTyped(before: Opening | undefined, how: Opening): Opening {
  if (before?.at !== 'typed' || how.at !== 'typed') return how;
  return { at: 'typed', typed: before.typed + how.typed };
}
