import { createOfflineSpeech } from '../src/engines/offline/speech.ts';
import { estimateSeconds, startRate } from '../src/shared/script/estimate-speech.ts';
import {
  computeGuessErrors,
  estimatedLanguages,
  type GuessErrors,
  heardLines,
  readNarrationLines,
  speakLines,
  speakOtherwise,
} from '../tests/support/estimate-errors.ts';
import type { BenchRow } from './bench-row.ts';
import { median, timeMs } from './measure.ts';

const mostMedian = 0.08;
const leastWithin15 = 0.9;
const lines = 500;
const mostMs = 16;

/** How well the length of a line is guessed after some were heard, in ten languages, and what a guess costs. */
export async function benchEstimate(): Promise<BenchRow[]> {
  const speech = createOfflineSpeech();
  const rows: BenchRow[] = [];
  try {
    for (const [language, script] of estimatedLanguages) {
      const one = computeGuessErrors(language, await speakLines(speech, language));
      const other = computeGuessErrors(language, speakOtherwise(await speakLines(speech, language, 'onyx')));
      rows.push({
        what: `length of a line in ${language} (${script}), guessed after ${heardLines} were heard: median error, lines within 15 %`,
        figure: `${describe(one)} offline; ${describe(other)} of a slower voice that varies`,
        goal: `at most ${100 * mostMedian} %, at least ${100 * leastWithin15} %`,
        isMet: [one, other].every(isGood),
      });
    }
  } finally {
    await speech.close();
  }
  return [...rows, await benchTime()];
}

function isGood({ median: middle, within15 }: GuessErrors): boolean {
  return middle <= mostMedian && within15 >= leastWithin15;
}

function describe({ median: middle, within15 }: GuessErrors): string {
  return `${(100 * middle).toFixed(1)} %, ${(100 * within15).toFixed(1)} %`;
}

async function benchTime(): Promise<BenchRow> {
  const texts = readNarrationLines('English');
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1)
    times.push(
      await timeMs(async () => {
        const rate = startRate('English');
        for (let at = 0; at < lines; at += 1) estimateSeconds(texts[at % texts.length] ?? '', rate);
      }),
    );
  const ms = median(times);
  return {
    what: `the lengths of ${lines} lines, guessed`,
    figure: `${ms.toFixed(1)} ms`,
    goal: `at most ${mostMs} ms`,
    isMet: ms <= mostMs,
  };
}
