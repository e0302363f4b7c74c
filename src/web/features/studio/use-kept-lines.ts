import { useEffect, useRef } from 'react';
import { parseTimedScript, removeTimes } from '#shared/narration/timed-text.ts';
import type { LineSound } from '../line-editor/public.ts';
import type { Versions } from '../versions/public.ts';
import type { NarrationState } from './narration-state.ts';
import type { TimedWork } from './timed-work.ts';

interface Keeping {
  readonly timed: TimedWork;
  readonly state: NarrationState;
  /** Of the version that is shown, or was shown last. */
  readonly versionId: string | undefined;
}

/**
 * Keeps each line that was spoken with its take, so that none is spoken, and paid, again after a reload; and which are locked.
 * A take whose lines were moved stays that take: with the times, and the sound, that it has now.
 */
export function useKeptLines(versions: Versions, { timed, state, versionId }: Keeping): void {
  const latest = useRef({ versions, state });
  latest.current = { versions, state };
  const { sounds, locked } = timed;
  const { audio } = state;

  useEffect(() => {
    const { versions, state } = latest.current;
    const version = versions.list.find(({ id }) => id === versionId);
    if (!version || sounds.size === 0) return;
    const texts = listTexts(state.script, version.script);
    const lines = [...sounds.values()].filter(({ text }) => texts.has(text));
    if (!isSame(lines, version.lines ?? [])) versions.replace({ ...version, lines });
  }, [sounds, versionId]);

  const lockedBefore = useRef(locked);
  useEffect(() => {
    // What was locked in the take comes later than the page.
    if (lockedBefore.current === locked) return;
    lockedBefore.current = locked;
    const { versions } = latest.current;
    const version = versions.list.find(({ id }) => id === versionId);
    const lockedSeconds = [...locked];
    if (version && lockedSeconds.join() !== (version.lockedSeconds ?? []).join())
      versions.replace({ ...version, lockedSeconds });
  }, [locked, versionId]);

  useEffect(() => {
    const { versions, state } = latest.current;
    const { script, spoken } = state;
    if (!audio || !spoken || versions.list.some(({ sound }) => sound?.audio === audio)) return;
    const last = versions.list.find(({ id }) => id === versionId);
    if (!last?.sound || removeTimes(last.script) !== removeTimes(script)) return;
    const describes = spoken.described?.kind;
    if (last.script !== script || last.sound.described?.kind !== describes)
      versions.replace({ ...last, script, describes, sound: spoken });
  }, [audio, versionId]);
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
