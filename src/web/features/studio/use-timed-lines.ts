import { useState } from 'react';
import type { Cue } from '#shared/script/cues.ts';
import type { BenchLine } from '../line-editor/public.ts';
import { lazyTimedParts } from './lazy-timed-parts.ts';
import type { TimedLines } from './timed-work.ts';

/**
 * Edits the lines of a timed script, which stays a text.
 * @param edit gets the new text
 */
export function useTimedLines(
  getLines: () => readonly BenchLine[],
  edit: (script: string) => void,
): TimedLines {
  const [locked, setLocked] = useState<ReadonlySet<number>>(new Set());
  const [selected, setSelected] = useState<number>();
  // Lines are there only where what prints them is.
  const change = (lines: readonly Cue[]) => {
    const { fetched } = lazyTimedParts;
    if (fetched) edit(fetched.printTimedScript(lines));
  };
  return {
    locked,
    selected,
    select: setSelected,
    keepLocked: seconds => setLocked(new Set(seconds)),
    change,
    move(index, seconds) {
      const setTime = lazyTimedParts.fetched?.setTime;
      const lines = getLines();
      const from = lines[index]?.startSeconds;
      if (!setTime) return;
      const { lines: moved, focus } = setTime(
        lines.map(({ startSeconds, text }) => ({ startSeconds, text })),
        index,
        seconds,
      );
      const to = moved[focus.index]?.startSeconds;
      if (from === undefined || to === undefined) return;
      if (locked.has(from)) setLocked(new Set([...locked].map(each => (each === from ? to : each))));
      change(moved);
    },
    lock(index) {
      const at = getLines()[index]?.startSeconds;
      if (at === undefined) return;
      const others = [...locked].filter(each => each !== at);
      setLocked(new Set(locked.has(at) ? others : [...others, at]));
    },
  };
}
