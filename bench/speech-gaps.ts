import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createOfflineSpeech } from '../src/engines/offline/speech.ts';
import { openVideoFile } from '../src/media/node/open-video-file.ts';
import { findVideoSpeech } from '../src/media/speech/find-speech.ts';
import { joinArrays } from '../src/shared/join-arrays.ts';
import { makeSpokenClip } from '../tests/support/make-spoken-clip.ts';
import { speakScene } from '../tests/support/speak-scene.ts';
import { type BenchRow, clipFolder, median, timeRounds } from './measure.ts';

const minSeconds = 600;
const rounds = 3;
const sampleRateHz = 48_000;
const goalTimesRealTime = 100;

/** Speed of speech detection in ten minutes of AAC sound. */
export async function benchSpeechGaps(): Promise<BenchRow[]> {
  const pieces: Float32Array[] = [];
  const speech = createOfflineSpeech();
  try {
    const { samples } = await speakScene(speech, 'English', sampleRateHz);
    while (pieces.length * samples.length < minSeconds * sampleRateHz) pieces.push(samples);
  } finally {
    await speech.close();
  }
  const samples = joinArrays(Float32Array, pieces);
  mkdirSync(clipFolder, { recursive: true });
  const path = `${clipFolder}people-speak.mp4`;
  writeFileSync(path, await makeSpokenClip({ samples, sampleRateHz, speech: [] }));
  // In a process of its own, like the command line, so that earlier measurements do not slow it down.
  const child = [fileURLToPath(import.meta.url), path];
  const times = JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' })) as number[];
  const speed = (1000 * samples.length) / sampleRateHz / median(times);
  return [
    {
      what: 'speech found in a video of ten minutes, Node',
      figure: `${Math.round(speed)} × real time`,
      goal: `at least ${goalTimesRealTime} ×`,
      isMet: speed >= goalTimesRealTime,
    },
  ];
}

async function findSpeechIn(path: string): Promise<void> {
  const video = await openVideoFile(path, { maxSeconds: 3600 });
  await findVideoSpeech(video, new AbortController().signal);
  video.close();
}

if (import.meta.main) {
  const path = process.argv[2] ?? '';
  process.stdout.write(JSON.stringify(await timeRounds(rounds, () => findSpeechIn(path))));
}
