import { useEffect, useRef } from 'react';
import { parseTimedScript, removeTimes } from '#shared/script/timed-script.ts';
import type { Takes } from '../takes/public.ts';
import type { LineSound } from '../workbench/public.ts';
import type { NarrationState } from './narration-state.ts';
import type { TimedWork } from './timed-work.ts';

interface Keeping {
  readonly timed: TimedWork;
  readonly state: NarrationState;
  /** Of the take that stands in the studio, or was looked at last. */
  readonly takeId: string | undefined;
}

/**
 * Keeps each line that was spoken with its take, so that none is spoken, and paid, again after a reload; and which are locked.
 * A take whose lines were moved stays that take: with the times, and the sound, that it has now.
 */
export function useKeptLines(takes: Takes, { timed, state, takeId }: Keeping): void {
  const latest = useRef({ takes, state });
  latest.current = { takes, state };
  const { sounds, locked } = timed;
  const { audio } = state;

  useEffect(() => {
    const { takes, state } = latest.current;
    const take = takes.list.find(({ id }) => id === takeId);
    if (!take || sounds.size === 0) return;
    const texts = listTexts(state.script, take.script);
    const lines = [...sounds.values()].filter(({ text }) => texts.has(text));
    if (!isSame(lines, take.lines ?? [])) takes.replace({ ...take, lines });
  }, [sounds, takeId]);

  const lockedBefore = useRef(locked);
  useEffect(() => {
    // What was locked in the take comes later than the page.
    if (lockedBefore.current === locked) return;
    lockedBefore.current = locked;
    const { takes } = latest.current;
    const take = takes.list.find(({ id }) => id === takeId);
    const lockedSeconds = [...locked];
    if (take && lockedSeconds.join() !== (take.lockedSeconds ?? []).join())
      takes.replace({ ...take, lockedSeconds });
  }, [locked, takeId]);

  useEffect(() => {
    const { takes, state } = latest.current;
    const { script, spoken } = state;
    if (!audio || !spoken || takes.list.some(({ sound }) => sound?.audio === audio)) return;
    const last = takes.list.find(({ id }) => id === takeId);
    if (!last?.sound || removeTimes(last.script) !== removeTimes(script)) return;
    const describes = spoken.described?.kind;
    if (last.script !== script || last.sound.described?.kind !== describes)
      takes.replace({ ...last, script, describes, sound: spoken });
  }, [audio, takeId]);
}

/** What the script says by now, and what the take does. */
function listTexts(...scripts: readonly string[]): ReadonlySet<string> {
  return new Set(scripts.flatMap(script => parseTimedScript(script).cues.map(({ text }) => text)));
}

function isSame(lines: readonly LineSound[], kept: readonly LineSound[]): boolean {
  return (
    lines.length === kept.length &&
    lines.every(({ mp3, before }, at) => kept[at]?.mp3 === mp3 && kept[at]?.before === before)
  );
}
