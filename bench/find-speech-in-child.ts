import { openVideoFile } from '../src/media/node/open-video-file.ts';
import { findVideoSpeech } from '../src/media/speech/find-speech.ts';
import { timeMs } from './measure.ts';

// A process of its own, as the command line and the server's decoders are: what else the bench did would slow it down.
const [path = '', rounds = ''] = process.argv.slice(2);
const times: number[] = [];
for (let round = 0; round < Number(rounds); round += 1)
  times.push(
    await timeMs(async () => {
      const video = await openVideoFile(path, { maxSeconds: 3600 });
      await findVideoSpeech(video, new AbortController().signal);
      video.close();
    }),
  );
process.stdout.write(JSON.stringify(times));
