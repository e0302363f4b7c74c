import { createOfflineSpeech } from '#engines/offline/speech.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { drawTitle, titleSize } from './draw-title.ts';
import { makeSpokenClip } from './make-spoken-clip.ts';
import { speakScene } from './speak-scene.ts';

/** Titles shown in a talk, each for the same time. */
export const talkTitles = ['THE LAND', 'A LATE TEA', 'ALL HATED', 'THE END'];

/** A video of off-screen speech at known times. */
export interface Talk {
  readonly bytes: Buffer;
  readonly durationSeconds: number;
  readonly speech: readonly TimeSpan[];
}

/** Six sentences with pauses, most of which are gaps, and titles meanwhile. */
export async function makeTalk(): Promise<Talk> {
  const speech = createOfflineSpeech();
  try {
    const scene = await speakScene(speech, 'English', 48_000);
    const durationSeconds = Math.ceil(scene.samples.length / scene.sampleRateHz);
    const painted = await Promise.all(talkTitles.map(words => drawTitle(words)));
    const picture = (at: number) =>
      painted[Math.floor((at / durationSeconds) * talkTitles.length + 1e-6)] as Uint8Array<ArrayBuffer>;
    const bytes = Buffer.from(await makeSpokenClip(scene, { shown: { ...titleSize, picture } }));
    return { bytes, durationSeconds, speech: scene.speech };
  } finally {
    await speech.close();
  }
}
