import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isTimedScript } from '#shared/narration/timed-text.ts';
import type { SpeechRate } from '#shared/script/estimate-speech.ts';
import { useLazyParts } from '../../lib/load-chunk.ts';
import type { BenchLine } from '../line-editor/public.ts';
import { addSounds, findSound, type LineSound, noSounds, type SpokenWith } from '../line-editor/public.ts';
import { lazyTimedParts } from './lazy-timed-parts.ts';
import type { PartlySpoken, TimedSurroundings, TimedWork } from './timed-work.ts';
import type { Narration } from './use-narration.ts';
import { useTimedLines } from './use-timed-lines.ts';

/** Which line, or all of them, and whether they may be shortened. */
interface Speaking {
  readonly only?: number | undefined;
  readonly shorten: boolean;
}

/** Work on the lines of a timed script; the script itself stays a text, as undo, versions and drafts need it. */
export function useTimedWork(narration: Narration, surroundings: TimedSurroundings): TimedWork {
  const { script, scriptLanguage, describing } = narration.state;
  const { spokenWith, chosenLanguage, videoSeconds, video, prompt } = surroundings;
  const isTimed = isTimedScript(script);
  const parts = useLazyParts(lazyTimedParts, isTimed);
  const [sounds, addLineSounds, latestSounds] = useLineSounds();
  const [spokenSoFar, preview] = useState<PartlySpoken>();
  const [rate, setRate] = useState<SpeechRate>();
  const waiting = useRef<[SpokenWith, Speaking]>(undefined);
  const latest = useRef<readonly BenchLine[]>([]);
  const timedLines = useTimedLines(() => latest.current, narration.editScript);
  const { locked } = timedLines;
  const how = JSON.stringify(spokenWith);

  const spokenLanguage = spokenWith?.language ?? scriptLanguage ?? chosenLanguage;
  const estimate = useMemo(() => parts?.createEstimate(rate, spokenLanguage), [parts, rate, spokenLanguage]);
  const durationSeconds =
    videoSeconds ?? (isTimed && parts && estimate ? parts.findEnd(script, estimate) : 0);
  const described = useMemo(
    () => parts?.describeVideo(describing, durationSeconds, video),
    [parts, describing, durationSeconds, video],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `how` is what matters of how lines are spoken
  const lines = useMemo(() => {
    if (!isTimed || !parts || !estimate) return [];
    return parts.listLines(script, {
      durationSeconds,
      language: spokenLanguage,
      sounds,
      spokenWith,
      locked,
      estimate,
      described,
    });
  }, [isTimed, parts, script, durationSeconds, spokenLanguage, sounds, how, locked, estimate, described]);
  latest.current = lines;

  function takeLine(line: LineSound) {
    // Of a line that was shortened twice, the first words can be restored.
    const first = line.before && (findSound(latestSounds.current, line.before, line)?.before ?? line.before);
    addLineSounds([{ ...line, before: first }]);
    if (line.unspoken === undefined)
      setRate(known => known && lazyTimedParts.fetched?.learn(known, line.text, line.seconds));
  }

  async function speak(how: SpokenWith, { only, shorten }: Speaking) {
    const tools = await lazyTimedParts.fetch();
    const { planSpeaking, countSpoken, mixScript, createEstimate, findEnd } = tools;
    const seconds = videoSeconds ?? findEnd(script, createEstimate(rate, spokenLanguage));
    const described = tools.describeVideo(describing, seconds, video);
    // Continued once the gaps are found.
    if (describing && !described) {
      waiting.current = [how, { only, shorten }];
      return;
    }
    const plan = planSpeaking(script, sounds, { spokenWith: how, only });
    const lockedLines = lines.flatMap(({ isLocked }, index) => (isLocked ? [index] : []));
    narration.speakLines(
      {
        ...how,
        ...plan,
        script,
        durationSeconds: seconds,
        locked: lockedLines,
        shorten,
        prompt,
        ...(described && { description: described.kind, gaps: tools.toSentGaps(described.gaps) }),
      },
      chosenLanguage,
      {
        takeLine,
        async mix(said, signal) {
          const spoken = latestSounds.current;
          if (countSpoken(said, spoken, how) !== 'all') return undefined;
          return await mixScript(said, spoken, {
            spokenWith: how,
            durationSeconds: seconds,
            described,
            signal,
          });
        },
      },
    );
  }

  const goOn = useEffectEvent(() => {
    const [how, speaking] = waiting.current ?? [];
    waiting.current = undefined;
    if (how && speaking) void speak(how, speaking);
  });
  useEffect(() => {
    if (described || !describing) goOn();
  }, [described, describing]);

  return {
    ...timedLines,
    spokenWith,
    chosenLanguage,
    isTimed,
    lines,
    durationSeconds,
    spokenLanguage,
    sounds,
    described,
    spokenSoFar,
    preview,
    setRate,
    findSound: index => findSound(sounds, lines[index]?.text ?? '', spokenWith),
    speakLine: index => spokenWith && void speak(spokenWith, { only: index, shorten: false }),
    speakAll: how => void speak(how, { shorten: false }),
    fit: () => spokenWith && void speak(spokenWith, { shorten: true }),
    restore: addLineSounds,
  };
}

/** The sound of each line that was spoken. Lines come faster than the page is drawn, so the latest are there at once. */
function useLineSounds() {
  const [sounds, setSounds] = useState(noSounds);
  const latest = useRef(sounds);
  const add = useCallback((more: readonly LineSound[]) => {
    latest.current = addSounds(latest.current, more);
    setSounds(latest.current);
  }, []);
  return [sounds, add, latest] as const;
}
