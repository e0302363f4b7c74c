import { createReadStream, readFileSync } from 'node:fs';
import { usualMix } from '../src/media/mix/mix-settings.ts';
import { decodeMp3 } from '../src/media/mp3/decode-mp3.ts';
import { writeVideoFile } from '../src/media/node/write-video-file.ts';
import { getLanguage } from '../src/shared/languages.ts';

/** What a child has measured of itself. */
export interface ChildReport {
  readonly ms: number;
  readonly mostMegabytes: number;
}

// A process of its own, so that its memory is that of one narrated video.
const [videoPath = '', voicePath = '', path = ''] = process.argv.slice(2);
const start = performance.now();
await writeVideoFile(
  videoPath,
  {
    readVoice: () => decodeMp3(createReadStream(voicePath)),
    sound: 'mixed',
    mix: usualMix,
    language: getLanguage('English'),
    pauses: [],
    subtitles: [],
    isDescription: false,
  },
  path,
  { limits: { maxSeconds: 4 * 3600 }, signal: new AbortController().signal, noteProgress: () => {} },
);
const report: ChildReport = {
  ms: performance.now() - start,
  mostMegabytes: readMostMegabytes(),
};
process.stdout.write(JSON.stringify(report));

/** As the process that it is: what `resourceUsage` tells begins with all that the process held which started this one. */
function readMostMegabytes(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1000;
}
