import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MPEGDecoder } from 'mpg123-decoder';
import { createOfflineSpeech } from '../src/engines/offline/speech.ts';
import { convertToVoice } from '../src/narration/convert-to-voice.ts';
import type { LanguageName } from '../src/shared/languages.ts';
import { takeMp3 } from '../src/shared/speech.ts';
import { sentences } from '../tests/support/sentences.ts';
import type { BenchRow } from './bench-row.ts';

const leastTimesRealTime = 60;
const maxLoopDelayMs = 100;
const runs = 5;
const measuredLanguages = ['English', 'German', 'Chinese', 'Arabic'] as const;

/** Speaks a script of about five minutes in four languages with warm threads, from text to finished mp3. */
export async function benchSpeech(): Promise<BenchRow[]> {
  const speech = createOfflineSpeech();
  const loopDelay = monitorEventLoopDelay({ resolution: 5 });
  try {
    const trials: Trial[] = [];
    for (const language of measuredLanguages) {
      await speak(speech, language, 1);
      loopDelay.enable();
      for (let run = 0; run < runs; run++) trials.push(await speak(speech, language, 20));
      loopDelay.disable();
    }
    const timesRealTime = median(trials.map(trial => trial.soundSeconds / trial.seconds));
    const delayMs = loopDelay.percentile(99) / 1e6;
    return [
      {
        what: `offline speech with mp3, ${Math.round(median(trials.map(trial => trial.soundSeconds)))} s of sound`,
        figure: `${Math.round(timesRealTime)} × real time, first bytes after ${Math.round(1000 * median(trials.map(trial => trial.firstByteSeconds)))} ms`,
        goal: `≥ ${leastTimesRealTime} × real time`,
        isMet: timesRealTime >= leastTimesRealTime,
      },
      {
        what: 'event loop while speaking, 99th percentile of its delay',
        figure: `${delayMs.toFixed(1)} ms`,
        goal: `≤ ${maxLoopDelayMs} ms`,
        isMet: delayMs <= maxLoopDelayMs,
      },
    ];
  } finally {
    await speech.close();
  }
}

interface Trial {
  readonly seconds: number;
  readonly firstByteSeconds: number;
  readonly soundSeconds: number;
}

async function speak(
  speech: ReturnType<typeof createOfflineSpeech>,
  language: LanguageName,
  repetitions: number,
): Promise<Trial> {
  const script = `${sentences[language].join(' ')}\n\n`.repeat(repetitions);
  const pieces: Uint8Array[] = [];
  const start = performance.now();
  let firstByteMs = 0;
  const speaking = await convertToVoice(
    speech,
    { script, voice: 'nova', language },
    new AbortController().signal,
  );
  for await (const piece of takeMp3(speaking)) {
    firstByteMs ||= performance.now() - start;
    pieces.push(piece);
  }
  const seconds = (performance.now() - start) / 1000;
  return { seconds, firstByteSeconds: firstByteMs / 1000, soundSeconds: await computeSeconds(pieces) };
}

async function computeSeconds(mp3: readonly Uint8Array[]): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let seconds = 0;
  for (const piece of mp3) {
    const { samplesDecoded, sampleRate } = decoder.decode(piece);
    if (sampleRate > 0) seconds += samplesDecoded / sampleRate;
  }
  decoder.free();
  return seconds;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
