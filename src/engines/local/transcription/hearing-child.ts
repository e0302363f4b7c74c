import { MPEGDecoder } from 'mpg123-decoder';
import type { OfflineRecognizer, OfflineRecognizerResult } from 'sherpa-onnx-node';
import { joinArrays } from '#shared/join-arrays.ts';
import { type SherpaTask, serveTasks } from '../sherpa/serve-tasks.ts';
import { findWindows } from './find-windows.ts';

export interface HearingTask extends SherpaTask {
  /** The same for the language of this sound. */
  readonly configNow: object;
  readonly mp3: Uint8Array;
  readonly maxSeconds: number;
}

/** What is heard in a window of the sound, in seconds of the window. */
export interface HeardWindow {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly result: OfflineRecognizerResult;
}

/** Decoded in some milliseconds. */
const decodedBytes = 65_536;
const { OfflineRecognizer: Runtime } = (await import('sherpa-onnx-node')).default;

serveTasks(config => Runtime.createAsync(config), hear);

async function hear(recogniser: OfflineRecognizer, task: HearingTask): Promise<HeardWindow[]> {
  recogniser.setConfig(task.configNow);
  const { samples, sampleRateHz } = await decodeMp3(task);
  const heard: HeardWindow[] = [];
  for (const { start, end } of findWindows(samples, sampleRateHz)) {
    const stream = recogniser.createStream();
    stream.acceptWaveform({ samples: samples.slice(start, end), sampleRate: sampleRateHz });
    const result = await recogniser.decodeAsync(stream);
    const durationSeconds = (end - start) / sampleRateHz;
    heard.push({ startSeconds: start / sampleRateHz, durationSeconds, result });
  }
  return heard;
}

/** To the first channel: the sound is mono. No samples if it is no mp3. */
async function decodeMp3({ mp3, maxSeconds }: HearingTask) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const pieces: Float32Array[] = [];
  let sampleRateHz = 16_000;
  let seconds = 0;
  for (let at = 0; at < mp3.length && seconds < maxSeconds; at += decodedBytes) {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(mp3.subarray(at, at + decodedBytes));
    if (samplesDecoded === 0) continue;
    pieces.push(channelData[0] ?? new Float32Array());
    sampleRateHz = sampleRate;
    seconds += samplesDecoded / sampleRate;
  }
  decoder.free();
  return { samples: joinArrays(Float32Array, pieces), sampleRateHz };
}
