import { execFileSync } from 'node:child_process';
import { createReadStream, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { usualMix } from '../src/media/mix/mix-settings.ts';
import { decodeMp3 } from '../src/media/mp3/decode-mp3.ts';
import { writeVideoFile } from '../src/media/node/write-video-file.ts';
import { getLanguage } from '../src/shared/languages.ts';
import { makeBenchClip, makeBenchVoice } from './make-clips.ts';
import { type BenchRow, clipFolder, timeMs } from './measure.ts';
import { benchNarratedVideoInPage } from './narrated-video-page.ts';

const minutes = 60;
const goals = { timesRealTime: 60, megabytes: 300 } as const;

/** Speed and memory of making a narrated video, in Node and in the page. */
export async function benchNarratedVideo(): Promise<BenchRow[]> {
  const out = `${clipFolder}narrated.mp4`;
  // The options with which `npm run narrate` starts Node.
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { narrate: string } };
  const flags = scripts.narrate.split(' ').filter(word => word.startsWith('--'));
  const files = [await makeBenchClip(minutes, { hasSound: true }), await makeBenchVoice(minutes), out];
  const child = [...flags, fileURLToPath(import.meta.url), ...files];
  const { ms, megabytes } = JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' })) as {
    ms: number;
    megabytes: number;
  };
  rmSync(out, { force: true });
  const speed = (minutes * 60_000) / ms;
  return [
    {
      what: `a narrated video of ${minutes} minutes in 1080p, Node: speed, and all that the process holds`,
      figure: `${Math.round(speed)} × real time, ${Math.round(megabytes)} MB`,
      goal: `at least ${goals.timesRealTime} ×, at most ${goals.megabytes} MB`,
      isMet: speed >= goals.timesRealTime && megabytes <= goals.megabytes,
    },
    ...(await benchNarratedVideoInPage()),
  ];
}

async function writeVideo([videoPath = '', voicePath = '', path = '']: readonly string[]): Promise<void> {
  const video = {
    readVoice: () => decodeMp3(createReadStream(voicePath)),
    sound: 'mixed',
    mix: usualMix,
    language: getLanguage('English'),
    pauses: [],
    subtitles: [],
    isDescription: false,
  } as const;
  const work = { signal: new AbortController().signal, noteProgress: () => {} };
  await writeVideoFile(videoPath, video, path, { limits: { maxSeconds: 4 * 3600 }, ...work });
}

// A separate process, so that its memory is that of one narrated video.
if (import.meta.main) {
  const ms = await timeMs(() => writeVideo(process.argv.slice(2)));
  // `resourceUsage` would include the memory of the parent process.
  const [, most] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  process.stdout.write(JSON.stringify({ ms, megabytes: Number(most) / 1000 }));
}
