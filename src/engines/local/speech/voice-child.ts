import { getPriority, setPriority } from 'node:os';
import type { OfflineTts } from 'sherpa-onnx-node';
import type { VoiceEvent, VoiceTask } from './voice-task.ts';

/** The server gets three times the processor share of the voices. */
const addedNiceness = 5;

// The server is gone. An orderly exit would wait for a sentence.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + addedNiceness));

const { OfflineTts: Runtime } = (await import('sherpa-onnx-node')).default;
let voices: Promise<OfflineTts> | undefined;

process.on('message', (task: VoiceTask) => void answer(task));
send({ kind: 'started' });

/** Only calls that do not block: a blocked process would not notice that the server is gone. */
async function answer({ config, text, speaker, speed, extra }: VoiceTask): Promise<void> {
  try {
    voices ??= Runtime.createAsync(config);
    const model = await voices;
    send({ kind: 'loaded' });
    const { samples, sampleRate } = await model.generateAsync({
      text,
      // Its memory must be ours to be sent.
      enableExternalBuffer: false,
      generationConfig: { sid: speaker, speed, extra },
    });
    send({ kind: 'spoken', samples, sampleRateHz: sampleRate });
  } catch (error) {
    send({ kind: 'failed', reason: String(error) });
  }
}

function send(event: VoiceEvent): void {
  process.send?.(event);
}
