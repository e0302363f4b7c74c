import { useCallback, useEffect, useRef, useState } from 'react';
import { parseTimedScript } from '#shared/script/timed-script.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import {
  addSounds,
  findSound,
  type LineSound,
  type LineSounds,
  noSounds,
  type SpokenWith,
} from '../workbench/line-sound.ts';
import type { Mix } from '../workbench/mix-lines.ts';
import { lazyTimedParts } from './lazy-timed-parts.ts';

/** The sounds of lines, and what they make together. */
export interface SoundOfLines {
  readonly sounds: LineSounds;
  add(sounds: readonly LineSound[]): void;
  /** The sound of a whole script; undefined while one of its lines was never spoken so. */
  mixWhole(script: string, order: MixOrder): Promise<Mix | undefined>;
  /** The same of the lines that were spoken. */
  mixSpoken(script: string, order: MixOrder): Promise<Mix>;
}

interface MixOrder {
  readonly spokenWith: SpokenWith;
  readonly durationSeconds: number;
  readonly signal: AbortSignal;
}

/** Keeps the sound of each line that was spoken, and lays them at their times. */
export function useLineSounds(): SoundOfLines {
  const [sounds, setSounds] = useState(noSounds);
  // Lines come faster than the page is drawn.
  const latest = useRef(sounds);
  const add = useCallback((more: readonly LineSound[]) => {
    latest.current = addSounds(latest.current, more);
    setSounds(latest.current);
  }, []);
  const mixSpoken = useCallback(async (script: string, { spokenWith, ...order }: MixOrder) => {
    const { mixLines } = await lazyTimedParts.fetch();
    const { cues } = parseTimedScript(script);
    const lines = cues.map(cue => ({ ...cue, mp3: findSound(latest.current, cue.text, spokenWith)?.mp3 }));
    return await mixLines(lines, order);
  }, []);
  const mixWhole = useCallback(
    async (script: string, order: MixOrder) =>
      isWhole(script, latest.current, order.spokenWith) ? await mixSpoken(script, order) : undefined,
    [mixSpoken],
  );
  return { sounds, add, mixWhole, mixSpoken };
}

/** Whether each line of a script was spoken. */
export function isWhole(script: string, sounds: LineSounds, spokenWith: SpokenWith | undefined): boolean {
  const { cues } = parseTimedScript(script);
  return cues.length > 0 && cues.every(({ text }) => findSound(sounds, text, spokenWith) !== undefined);
}

/** Whoever drags a line, or types a time, does not want to hear each step. */
const restMs = 400;

interface Remixing {
  readonly script: string;
  readonly durationSeconds: number;
  readonly spokenWith: SpokenWith | undefined;
  readonly soundOfLines: SoundOfLines;
  /** Whether the sound is made anew when something changed. */
  readonly isDue: boolean;
  /** @param isComplete each line was spoken */
  readonly tell: (mix: Mix, isComplete: boolean) => void;
}

/** Makes the sound anew, a moment after lines were moved or spoken. */
export function useRemix(remixing: Remixing): void {
  const latest = useRef(remixing);
  latest.current = remixing;
  const { script, durationSeconds, spokenWith, soundOfLines, isDue } = remixing;
  const { sounds } = soundOfLines;
  const how = JSON.stringify(spokenWith);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is heard depends on the script, the sounds and how they are spoken
  useEffect(() => {
    if (!isDue || !spokenWith || sounds.size === 0) return;
    const { cues } = parseTimedScript(script);
    if (!cues.some(({ text }) => findSound(sounds, text, spokenWith))) return;
    const control = new AbortController();
    const { signal } = control;
    const timer = setTimeout(async () => {
      try {
        const mix = await soundOfLines.mixSpoken(script, { spokenWith, durationSeconds, signal });
        if (!signal.aborted) latest.current.tell(mix, isWhole(script, sounds, spokenWith));
      } catch (error) {
        if (!signal.aborted) noteFailure(error);
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [script, durationSeconds, how, sounds, isDue]);
}
