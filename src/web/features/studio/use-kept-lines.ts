import { useEffect, useRef } from 'react';
import { parseTimedScript } from '#shared/script/timed-script.ts';
import type { Takes } from '../takes/use-takes.ts';
import type { LineSound } from '../workbench/line-sound.ts';
import type { TimedWork } from './use-timed-work.ts';

interface Keeping {
  readonly timed: TimedWork;
  readonly script: string;
  /** Of the take that stands in the studio, or was looked at last. */
  readonly takeId: string | undefined;
}

/** Keeps each line that was spoken with its take, so that none is spoken, and paid, again after a reload. */
export function useKeptLines(takes: Takes, { timed, script, takeId }: Keeping): void {
  const latest = useRef({ takes, script });
  latest.current = { takes, script };
  const { sounds } = timed;
  useEffect(() => {
    const { takes, script } = latest.current;
    const take = takes.list.find(({ id }) => id === takeId);
    if (!take || sounds.size === 0) return;
    const texts = listTexts(script, take.script);
    const lines = [...sounds.values()].filter(({ text }) => texts.has(text));
    if (!isSame(lines, take.lines ?? [])) takes.replace({ ...take, lines });
  }, [sounds, takeId]);
}

/** What the script says by now, and what the take does. */
function listTexts(...scripts: readonly string[]): ReadonlySet<string> {
  return new Set(scripts.flatMap(script => parseTimedScript(script).cues.map(({ text }) => text)));
}

function isSame(lines: readonly LineSound[], kept: readonly LineSound[]): boolean {
  return lines.length === kept.length && lines.every(({ mp3 }, at) => kept[at]?.mp3 === mp3);
}
