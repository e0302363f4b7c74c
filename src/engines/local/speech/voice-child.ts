import type { OfflineTts } from 'sherpa-onnx-node';
import { serveTasks } from '../sherpa/serve-tasks.ts';
import type { SpokenSentence, VoiceTask } from './voice-task.ts';

const { OfflineTts: Runtime } = (await import('sherpa-onnx-node')).default;

serveTasks(config => Runtime.createAsync(config), speak);

async function speak(
  voices: OfflineTts,
  { text, speaker, speed, extra }: VoiceTask,
): Promise<SpokenSentence> {
  const { samples, sampleRate } = await voices.generateAsync({
    text,
    // Its memory must be ours to be sent.
    enableExternalBuffer: false,
    generationConfig: { sid: speaker, speed, extra },
  });
  return { samples, sampleRateHz: sampleRate };
}
