import { MPEGDecoder } from 'mpg123-decoder';
import { createOfflineSpeech } from '../src/engines/offline/speech.ts';
import { convertToVoice } from '../src/narration/convert-to-voice.ts';
import type { LanguageName } from '../src/shared/languages.ts';
import { takeMp3 } from '../src/shared/speech.ts';
import { sentences } from '../tests/support/sentences.ts';
import { type BenchRow, median } from './measure.ts';

const goalTimesRealTime = 60;
const runs = 5;
const languages = ['English', 'German', 'Chinese', 'Arabic'] as const;

interface Trial {
  readonly seconds: number;
  readonly firstByteMs: number;
  readonly soundSeconds: number;
}

/** Speaks a script of about five minutes in four languages with warm threads, from text to finished mp3. */
export async function benchSpeech(): Promise<BenchRow[]> {
  const speech = createOfflineSpeech();
  try {
    const trials: Trial[] = [];
    for (const language of languages) {
      await speak(speech, language, 1);
      for (let run = 0; run < runs; run++) trials.push(await speak(speech, language, 20));
    }
    const speed = median(trials.map(({ soundSeconds, seconds }) => soundSeconds / seconds));
    const firstByteMs = median(trials.map(trial => trial.firstByteMs));
    return [
      {
        what: 'offline speech with mp3, about five minutes of sound',
        figure: `${Math.round(speed)} × real time, first bytes after ${Math.round(firstByteMs)} ms`,
        goal: `at least ${goalTimesRealTime} × real time`,
        isMet: speed >= goalTimesRealTime,
      },
    ];
  } finally {
    await speech.close();
  }
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
  const spoken = await convertToVoice(
    speech,
    { script, voice: 'nova', language },
    new AbortController().signal,
  );
  for await (const piece of takeMp3(spoken)) {
    firstByteMs ||= performance.now() - start;
    pieces.push(piece);
  }
  const seconds = (performance.now() - start) / 1000;
  return { seconds, firstByteMs, soundSeconds: await computeSoundSeconds(pieces) };
}

async function computeSoundSeconds(mp3: readonly Uint8Array[]): Promise<number> {
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
