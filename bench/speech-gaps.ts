import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { createOfflineSpeech } from '../src/engines/offline/speech.ts';
import { readSpeechModel } from '../src/media/node/open-video-file.ts';
import { findSpeech } from '../src/media/speech/find-speech.ts';
import { registerSpeechModel } from '../src/media/speech/speech-model.ts';
import { joinArrays } from '../src/shared/join-arrays.ts';
import { musics, noises } from '../tests/support/made-backgrounds.ts';
import { makeSpokenClip } from '../tests/support/make-spoken-clip.ts';
import { bundleMediaHarness, openMediaHarness } from '../tests/support/media-harness-page.ts';
import { speakScene } from '../tests/support/speak-scene.ts';
import {
  addBackground,
  computeOverlap,
  computeSeconds,
  cutScene,
  type SpeechScene,
} from '../tests/support/speech-scene.ts';
import type { BenchRow } from './bench-row.ts';
import { browserArguments, chromiumPath } from './browser.ts';
import { median } from './measure.ts';

const leastSeconds = 600;
const rounds = 3;
const languages = ['English', 'German', 'Hindi', 'Chinese'] as const;
const leastTimes = { Node: 100, Chromium: 40 } as const;
const never = new AbortController().signal;

/** How fast and how surely is found where people speak in a video. */
export async function benchSpeechGaps(): Promise<BenchRow[]> {
  registerSpeechModel(readSpeechModel);
  const speech = createOfflineSpeech();
  try {
    const scenes: SpeechScene[] = [];
    for (const language of languages) scenes.push(await speakScene(speech, language, 48_000));
    const file = await makeLongFile(scenes);
    const rows = [describeSpeed('Node', measureInNode(file)), await measureSureness(scenes)];
    if (existsSync(chromiumPath)) rows.push(describeSpeed('Chromium', await measureInBrowser(file)));
    return rows;
  } finally {
    await speech.close();
  }
}

interface LongFile {
  readonly path: string;
  readonly seconds: number;
}

/** Ten minutes of people on a street, in AAC beside small pictures. */
async function makeLongFile(scenes: readonly SpeechScene[]): Promise<LongFile> {
  const sampleRateHz = 48_000;
  const pieces: Float32Array[] = [];
  let seconds = 0;
  for (let at = 0; seconds < leastSeconds; at++) {
    const { samples } = scenes[at % scenes.length] as SpeechScene;
    pieces.push(samples);
    seconds += samples.length / sampleRateHz;
  }
  const whole = { samples: joinArrays(Float32Array, pieces), sampleRateHz, speech: [] };
  const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const path = `${folder}people-speak.mp4`;
  writeFileSync(path, await makeSpokenClip(whole));
  return { path, seconds };
}

function describeSpeed(where: keyof typeof leastTimes, speeds: readonly number[]): BenchRow {
  const goal = leastTimes[where];
  return {
    what: `speech found in a video of ten minutes with AAC, ${where}`,
    figure: `${Math.round(median(speeds))} × real time`,
    goal: `at least ${goal} ×`,
    isMet: median(speeds) >= goal,
  };
}

function measureInNode({ path, seconds }: LongFile): number[] {
  const child = fileURLToPath(new URL('./find-speech-in-child.ts', import.meta.url));
  const report = execFileSync(process.execPath, [child, path, String(rounds)], { encoding: 'utf8' });
  return (JSON.parse(report) as number[]).map(ms => (1000 * seconds) / ms);
}

async function measureInBrowser({ path, seconds }: LongFile): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: browserArguments });
  try {
    const page = await browser.newPage();
    await openMediaHarness(page, await bundleMediaHarness());
    const input = page.locator('input');
    await input.setInputFiles(path);
    const speeds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ms = await input.evaluate(async (element: HTMLInputElement) => {
        const harness = globalThis as unknown as {
          findSpeech(input: HTMLInputElement): Promise<{ ms: number }>;
        };
        return (await harness.findSpeech(element)).ms;
      });
      speeds.push((1000 * seconds) / ms);
    }
    return speeds;
  } finally {
    await browser.close();
  }
}

/** Over each noise and music, 10 dB softer than the voices. */
async function measureSureness(scenes: readonly SpeechScene[]): Promise<BenchRow> {
  let saidSeconds = 0;
  let foundSeconds = 0;
  let rightSeconds = 0;
  for (const scene of scenes)
    for (const background of [...noises, ...musics]) {
      const found = await findSpeech(cutScene(addBackground(scene, background, 10)), never);
      saidSeconds += computeSeconds(scene.speech);
      foundSeconds += computeSeconds(found);
      rightSeconds += computeOverlap(found, scene.speech);
    }
  const found = rightSeconds / saidSeconds;
  const wrong = 1 - rightSeconds / foundSeconds;
  return {
    what: `seconds of speech found at 10 dB over noise and music, in ${languages.length} languages`,
    figure: `${(100 * found).toFixed(1)} %, of what was found ${(100 * wrong).toFixed(1)} % false`,
    goal: 'at least 95 %, at most 5 % false',
    isMet: found >= 0.95 && wrong <= 0.05,
  };
}
