import { useMemo, useRef, useState } from 'react';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { isTimedScript, parseTimedScript } from '#shared/script/timed-script.ts';
import { useLazyParts } from '../../lib/lazy-parts.ts';
import { findSound, type LineSound, type LineSounds, type SpokenWith } from '../workbench/line-sound.ts';
import type { BenchLine } from '../workbench/list-lines.ts';
import { lazyTimedParts } from './lazy-timed-parts.ts';
import type { SpokenLine } from './narration-service.ts';
import { isLoading } from './narration-state.ts';
import { useLineSounds, useRemix } from './use-line-sounds.ts';
import type { Narration } from './use-narration.ts';
import { type TimedLines, useTimedLines } from './use-timed-lines.ts';

interface Surroundings {
  /** Undefined while there is no voice. */
  readonly spokenWith: SpokenWith | undefined;
  readonly chosenLanguage: LanguageName;
  readonly videoSeconds: number | undefined;
  readonly wish: string;
}

/** What is done with a timed script, line by line. */
export interface TimedWork extends TimedLines {
  readonly isTimed: boolean;
  /** Empty for a text without times, and until what reads them has arrived. */
  readonly lines: readonly BenchLine[];
  /** The video's length; without a video that of the script, as far as anybody knows. */
  readonly durationSeconds: number;
  readonly sounds: LineSounds;
  /** What has been spoken so far, at its times, while the whole has not. */
  readonly preview: Blob | undefined;
  findSound(index: number): LineSound | undefined;
  speakLine(index: number): void;
  /** Speaks every line that was not spoken so before. */
  speakAll(spokenWith: SpokenWith): void;
  /** As {@link speakAll}, and has what is too long said more shortly. */
  fit(): void;
  /** Takes up sounds from before a reload. */
  restore(sounds: readonly LineSound[]): void;
}

/** All that goes on with the lines of a timed script; the script itself stays a text, which undo, takes and drafts know. */
export function useTimedWork(narration: Narration, surroundings: Surroundings): TimedWork {
  const { state } = narration;
  const { spokenWith, chosenLanguage, videoSeconds, wish } = surroundings;
  const isTimed = isTimedScript(state.script);
  const parts = useLazyParts(lazyTimedParts, isTimed);
  const soundOfLines = useLineSounds();
  const [preview, setPreview] = useState<{ readonly script: string; readonly audio: Blob }>();
  const [shortened, setShortened] = useState<ReadonlyMap<string, string>>(new Map());
  const latest = useRef<readonly BenchLine[]>([]);
  const timedLines = useTimedLines(() => latest.current, narration.editScript);
  const { locked } = timedLines;
  const { sounds } = soundOfLines;
  const how = JSON.stringify(spokenWith);

  const estimate = useEstimate(state.scriptLanguage);
  const durationSeconds = videoSeconds ?? (isTimed ? findEnd(state.script, estimate) : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `how` is what matters of how lines are spoken
  const lines = useMemo(() => {
    if (!isTimed || !parts) return [];
    return parts.listLines(state.script, {
      durationSeconds,
      sounds,
      spokenWith,
      locked,
      shortened,
      estimate,
    });
  }, [isTimed, parts, state.script, durationSeconds, sounds, how, locked, shortened, estimate]);
  latest.current = lines;

  useRemix({
    script: state.script,
    durationSeconds,
    spokenWith,
    soundOfLines,
    isDue: isTimed && !isLoading(state) && !state.audio,
    tell({ audio, cues }, isComplete) {
      if (!isComplete || !spokenWith) return setPreview({ script: state.script, audio });
      const { voice, language, provider: speakerId } = spokenWith;
      narration.restoreSounds([
        { script: state.script, audio, cues, voice, language, chosenLanguage, speakerId },
      ]);
    },
  });

  function takeLine({ before, sound }: SpokenLine) {
    soundOfLines.add([sound]);
    if (before !== undefined) setShortened(all => new Map(all).set(sound.text, all.get(before) ?? before));
  }

  function speak(how: SpokenWith, { only, shorten }: { only?: number; shorten: boolean }) {
    const spoken = parseTimedScript(state.script).cues.map(
      ({ text }) => findSound(sounds, text, how)?.seconds,
    );
    const isAsked = (index: number) => (only === undefined ? spoken[index] === undefined : index === only);
    const order = {
      ...how,
      script: state.script,
      durationSeconds,
      lines: [...spoken.keys()].filter(isAsked),
      known: spoken.flatMap((seconds, index) =>
        seconds === undefined || isAsked(index) ? [] : [{ index, seconds }],
      ),
      locked: lines.flatMap(({ isLocked }, index) => (isLocked ? [index] : [])),
      shorten,
      wish,
    };
    const mix = (script: string, signal: AbortSignal) =>
      soundOfLines.mixWhole(script, { spokenWith: how, durationSeconds, signal });
    narration.speakLines(order, chosenLanguage, { takeLine, mix });
  }

  return {
    ...timedLines,
    isTimed,
    lines,
    durationSeconds,
    sounds,
    preview: preview?.audio,
    findSound: index => findSound(sounds, lines[index]?.text ?? '', spokenWith),
    speakLine: index => spokenWith && speak(spokenWith, { only: index, shorten: false }),
    speakAll: how => speak(how, { shorten: false }),
    fit: () => spokenWith && speak(spokenWith, { shorten: true }),
    restore: soundOfLines.add,
  };
}

/** Where a script without a video ends: with its last words. */
function findEnd(script: string, estimate: (text: string) => number): number {
  const last = parseTimedScript(script).cues.at(-1);
  return last ? Math.ceil(last.startSeconds + 1.2 * estimate(last.text) + 1) : 0;
}

/** How long a text takes, by the usual rate of its language. */
function useEstimate(languageName: LanguageName | undefined): (text: string) => number {
  return useMemo(() => {
    const language = getLanguage(languageName ?? 'English');
    return text => computeUsualSeconds(text, language);
  }, [languageName]);
}
