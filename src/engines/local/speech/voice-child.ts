import type { OfflineTts } from 'sherpa-onnx-node';
import { type SherpaTask, serveTasks } from '../sherpa/serve-tasks.ts';

export interface VoiceTask extends SherpaTask {
  readonly text: string;
  readonly speaker: number;
  /** Above 1 is faster. */
  readonly speed: number;
  /** Options of the kind of model, such as the language. */
  readonly extra: Readonly<Record<string, string | number>>;
}

export interface VoiceAnswer {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

const { OfflineTts: Runtime } = (await import('sherpa-onnx-node')).default;

serveTasks(config => Runtime.createAsync(config), speak);

async function speak(voices: OfflineTts, { text, speaker, speed, extra }: VoiceTask): Promise<VoiceAnswer> {
  const { samples, sampleRate } = await voices.generateAsync({
    text,
    // Its memory must be ours to be sent.
    enableExternalBuffer: false,
    generationConfig: { sid: speaker, speed, extra },
  });
  return { samples, sampleRateHz: sampleRate };
}
