import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import {
  ALL_FORMATS,
  BufferSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { createOfflineSpeech } from '../src/engines/offline/speech.ts';
import type { TranscriptionEngine } from '../src/engines/ports.ts';
import { openVideoFile } from '../src/media/node/open-video-file.ts';
import { cutSound } from '../src/media/speech/cut-sound.ts';
import { findVideoSpeech } from '../src/media/speech/find-speech.ts';
import { transcribe } from '../src/narration/transcribe.ts';
import type { TimeSpan } from '../src/shared/script/gaps.ts';
import { makeSoundingClip } from '../tests/support/make-sounding-clip.ts';
import { bundleMediaHarness, openMediaHarness } from '../tests/support/media-harness-page.ts';
import { speakScene } from '../tests/support/speak-scene.ts';
import { type BenchRow, clipFolder, measureBrowserMb, timeMs } from './measure.ts';

const wholeSeconds = 2 * 3600;
const maxSeconds = 600;
const goals = { timesRealTime: 50, growthMb: 100, timesProvider: 1.1 } as const;
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';

interface Cutting {
  readonly ms: number;
  /** Of each part. */
  readonly bytes: readonly number[];
}

/** Two hours of sound, cut and encoded for a recogniser: the time, and how much more memory the page takes meanwhile. */
export async function benchCutSound(): Promise<BenchRow[]> {
  const path = await makeLongTalk(wholeSeconds);
  // In a process of its own, like the command line, so that earlier measurements do not slow it down.
  const child = [fileURLToPath(import.meta.url), path];
  const inNode: Cutting = JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' }));
  const rows = [describeTime('Node', inNode), await compareWithProvider()];
  if (process.platform !== 'linux' || !existsSync(chromiumPath)) return rows;
  const { growthMb, ...inPage } = await cutInPage(path);
  return [
    ...rows,
    describeTime('the page (Chromium)', inPage),
    {
      what: 'memory that the page takes more meanwhile, at the most (Chromium)',
      figure: `${growthMb.toFixed(0)} MB`,
      goal: `at most ${goals.growthMb} MB`,
      isMet: growthMb <= goals.growthMb,
    },
  ];
}

function describeTime(where: string, { ms, bytes }: Cutting): BenchRow {
  const speed = (1000 * wholeSeconds) / ms;
  const megabytes = bytes.reduce((sum, each) => sum + each, 0) / 1e6;
  return {
    what: `two hours of sound cut and encoded for a recogniser, ${where}`,
    figure: `${(ms / 1000).toFixed(0)} s, ${bytes.length} parts of ${megabytes.toFixed(1)} MB`,
    ratio: `${Math.round(speed)} × real time`,
    goal: `at least ${goals.timesRealTime} ×`,
    isMet: speed >= goals.timesRealTime,
  };
}

/** A transcript of ten minutes, against the provider's time alone: pieces of half a minute, two at a time, each 20 × real time. */
async function compareWithProvider(): Promise<BenchRow> {
  const seconds = 600;
  const { signal } = new AbortController();
  const engine: TranscriptionEngine = {
    provider: { name: 'a stand-in', isOffline: false },
    model: undefined,
    maxSeconds: 30,
    async transcribe({ durationSeconds }) {
      await setTimeout((durationSeconds / 20) * 1000);
      return { segments: [] };
    },
  };
  const video = await openVideoFile(await makeLongTalk(seconds), { maxSeconds: 2 * seconds });
  const cutPieces = () => cutSound(video, { maxSeconds: engine.maxSeconds, signal });
  let speech: readonly TimeSpan[] = [];
  const whole = await timeMs(async () => {
    speech = await findVideoSpeech(video, signal);
    await transcribe(engine, cutPieces(), { speech, signal });
  });
  const pieces = await Array.fromAsync(cutPieces());
  const yieldAll = async function* () {
    yield* pieces;
  };
  const alone = await timeMs(() => transcribe(engine, yieldAll(), { speech, signal }));
  video.close();
  return {
    what: 'ten minutes of talk transcribed, Node, against a provider that takes half a minute of sound in 1.5 s',
    figure: `${(whole / 1000).toFixed(1)} s`,
    ratio: `${(whole / alone).toFixed(2)} × the provider's time`,
    goal: `at most ${goals.timesProvider} ×`,
    isMet: whole / alone <= goals.timesProvider,
  };
}

/** One talk over and over: its coded sound and pictures are copied. */
async function makeLongTalk(seconds: number): Promise<string> {
  const speech = createOfflineSpeech();
  const { samples, sampleRateHz } = await speakScene(speech, 'English', 48_000).finally(() => speech.close());
  const talkSeconds = Math.floor(samples.length / sampleRateHz);
  const sample = (seconds: number) => samples[Math.round(seconds * sampleRateHz)] ?? 0;
  const sounds = [{ codec: 'opus', channelCount: 1, seconds: talkSeconds, sample }] as const;
  const form = { container: 'webm', codec: 'vp8', framesPerSecond: 1 } as const;
  const talk = await makeSoundingClip({ ...form, seconds: talkSeconds, sounds });
  using input = new Input({ source: new BufferSource(talk), formats: ALL_FORMATS });
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const videoConfig = await picture?.getDecoderConfig();
  const audioConfig = await sound?.getDecoderConfig();
  if (!picture || !sound || !videoConfig || !audioConfig) throw new Error('The talk was not made.');
  mkdirSync(clipFolder, { recursive: true });
  const path = `${clipFolder}talk-${seconds}.webm`;
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(path) });
  const [video, audio] = [new EncodedVideoPacketSource('vp8'), new EncodedAudioPacketSource('opus')];
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const pictures = await Array.fromAsync(new EncodedPacketSink(picture).packets());
  const pieces = await Array.fromAsync(new EncodedPacketSink(sound).packets());
  for (let from = 0; from < seconds; from += talkSeconds) {
    const move = (packet: EncodedPacket) => packet.clone({ timestamp: Math.max(0, packet.timestamp) + from });
    for (const packet of pictures) await video.add(move(packet), { decoderConfig: videoConfig });
    for (const packet of pieces)
      if (packet.timestamp < talkSeconds) await audio.add(move(packet), { decoderConfig: audioConfig });
  }
  await output.finalize();
  return path;
}

async function cutInPage(path: string): Promise<Cutting & { readonly growthMb: number }> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await openMediaHarness(page, await bundleMediaHarness());
    await page.locator('input').setInputFiles(path);
    const before = measureBrowserMb();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, measureBrowserMb());
    }, 500);
    const cutting = await page.locator('input').evaluate((input, seconds): Promise<Cutting> => {
      const { cutForRecogniser } = globalThis as unknown as {
        readonly cutForRecogniser: (input: Element, maxSeconds: number) => Promise<Cutting>;
      };
      return cutForRecogniser(input, seconds);
    }, maxSeconds);
    clearInterval(watch);
    return { ...cutting, growthMb: most - before };
  } finally {
    await browser.close();
  }
}

async function cut(path: string): Promise<Cutting> {
  const video = await openVideoFile(path, { maxSeconds: 2 * wholeSeconds });
  const { signal } = new AbortController();
  const bytes: number[] = [];
  const ms = await timeMs(async () => {
    for await (const { mp3 } of cutSound(video, { maxSeconds, signal })) bytes.push(mp3.length);
  });
  video.close();
  return { ms, bytes };
}

if (import.meta.main) process.stdout.write(JSON.stringify(await cut(process.argv[2] ?? '')));
